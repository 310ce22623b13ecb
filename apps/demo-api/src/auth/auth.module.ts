import { Global, Module } from '@nestjs/common';
import { AuthGuard } from './auth.guard.js';
import { DemoUsersService } from './demo-users.service.js';

@Global()
@Module({ providers: [DemoUsersService, AuthGuard], exports: [DemoUsersService, AuthGuard] })
export class AuthModule {}
