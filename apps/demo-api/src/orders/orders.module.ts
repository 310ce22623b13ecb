import { Module } from '@nestjs/common';
import { OrdersMcp } from './orders.mcp.js';
import { OrdersRepository } from './orders.repository.js';

@Module({ providers: [OrdersRepository, OrdersMcp] })
export class OrdersModule {}
