import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FunctionCall, ToolDispatcher, ToolRouterModule, type ToolContext } from 'nestjs-tool-router';

interface HostRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: { readonly id: string };
}

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<HostRequest>();
    const id = /^Bearer token-of-(\w+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    if (id === undefined) throw new UnauthorizedException();
    request.user = { id };
    return true;
  }
}

@Injectable()
@FunctionCall({ name: 'who_am_i', description: 'Says who asks' })
class WhoAmI {
  apply(_noArguments: object, { userId }: ToolContext) {
    return { userId };
  }
}

@UseGuards(TokenGuard)
@Controller('tools')
class ToolsController {
  constructor(private readonly tools: ToolDispatcher) {}

  @Get()
  list() {
    return this.tools.tools();
  }

  @Post()
  call(@Body() call: { name: string; arguments?: string }) {
    return this.tools.call(call);
  }
}

@Module({
  imports: [
    ToolRouterModule.forRoot({
      // Runs on first use of the dispatcher, so after the guards. Nothing in here may come from the model.
      contextFactory: (request: HostRequest): ToolContext => ({
        userId: request.user?.id,
        allow: { functions: ['who_am_i'] },
        deadlineMs: 30_000,
      }),
    }),
  ],
  controllers: [ToolsController],
  providers: [WhoAmI, TokenGuard],
})
class AppModule {}

export async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = `${await app.getUrl()}/tools`;
  const headers = { authorization: 'Bearer token-of-ann', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'who_am_i' });
  console.log((await fetch(url)).status); // 401
  const answer = await fetch(url, { method: 'POST', headers, body });
  console.log(((await answer.json()) as { output: string }).output); // {"userId":"ann"}
  await app.close();
}
