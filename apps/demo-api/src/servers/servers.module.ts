import { Module } from '@nestjs/common';
import { OwnServersController } from './own-servers.controller.js';
import { OwnServersStore } from './own-servers.store.js';

@Module({ providers: [OwnServersStore], controllers: [OwnServersController], exports: [OwnServersStore] })
export class ServersModule {}
