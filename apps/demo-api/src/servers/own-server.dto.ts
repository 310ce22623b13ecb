import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';

/** A remote MCP server that a user wants to use. */
export class OwnServerDto {
  @ApiProperty({ example: 'https://mcp.example.com/mcp' })
  @IsString()
  @MaxLength(2_000)
  url!: string;

  @ApiPropertyOptional({ description: 'Sent with every request to this server', type: Object })
  @IsOptional()
  @IsObject()
  headers?: Record<string, string>;
}
