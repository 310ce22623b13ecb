import { Body, Controller, Get, Header, HttpCode, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ToolDispatcher, type ToolExplanation, type ToolResult, type Toolset } from 'nestjs-tool-router';
import { AuthGuard } from '../auth/auth.guard.js';
import { CallAllDto, CallDto, ExplainDto, ListToolsDto, type SelectionDto } from './tools.dto.js';

/** What a chat loop needs: the list to show to the model, and the execution of what the model called. */
@ApiTags('tools')
@ApiBearerAuth()
@UseGuards(AuthGuard)
@Controller('tools')
export class ToolsController {
  constructor(private readonly dispatcher: ToolDispatcher) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'The tools that this request may show to its model, in the shape of a provider' })
  async list(@Query() query: ListToolsDto): Promise<string> {
    return (await this.#toolset(query)).toJSON(query.format);
  }

  @Post('call')
  @HttpCode(200)
  @ApiOperation({ summary: 'Runs one tool call; a failure is an answer with a code, too' })
  async call(@Body() { selection, ...call }: CallDto): Promise<ToolResult> {
    return await (await this.#toolset(selection)).call(call);
  }

  @Post('call-all')
  @HttpCode(200)
  @ApiOperation({ summary: 'Runs the calls of one turn side by side; answers in the order of the calls' })
  async callAll(@Body() { selection, calls }: CallAllDto): Promise<readonly ToolResult[]> {
    return await (await this.#toolset(selection)).callAll(calls);
  }

  @Get('explain')
  @ApiOperation({ summary: 'Which tools have a name, and why one of them wins in this request' })
  async explain(@Query() { name }: ExplainDto): Promise<ToolExplanation> {
    return await this.dispatcher.explain(name);
  }

  /** The caller's wish within what its role allows. */
  #toolset(wish: SelectionDto | undefined): Promise<Toolset> {
    const isOpen = wish?.functions === undefined && wish?.mcpServers === undefined;
    return this.dispatcher.toolset(isOpen ? undefined : { functions: wish.functions, mcpServers: wish.mcpServers });
  }
}
