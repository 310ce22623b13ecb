import { Injectable } from '@nestjs/common';
import {
  CurrentContext,
  McpParameter,
  McpService,
  McpTool,
  ToolExecutionException,
  type ToolContext,
} from 'nestjs-tool-router';
import { OrderStatus, totalCents, type Order } from './order.js';
import { OrdersRepository } from './orders.repository.js';

/** Looks up the orders of the user who asks: whose they are is decided by the context, never by an argument. */
@Injectable()
@McpService({ name: 'orders', description: 'Orders of the customer' })
export class OrdersMcp {
  constructor(private readonly orders: OrdersRepository) {}

  @McpTool({ description: "Lists the customer's orders, newest first", annotations: { readOnlyHint: true } })
  list(
    @CurrentContext() context: ToolContext,
    @McpParameter({ description: 'Only orders of this status', type: OrderStatus, required: false })
    status?: OrderStatus,
    @McpParameter({ description: 'How many at most', type: 'integer', defaultValue: 10 }) limit?: number,
  ) {
    return this.#ownOrders(context)
      .filter((order) => status === undefined || order.status === status)
      .toSorted((a, b) => b.placedOn.localeCompare(a.placedOn))
      .slice(0, limit)
      .map((order) => ({
        id: order.id,
        status: order.status,
        placedOn: order.placedOn,
        totalCents: totalCents(order),
      }));
  }

  @McpTool({ description: 'Shows one order with its lines', annotations: { readOnlyHint: true } })
  show(@CurrentContext() context: ToolContext, @McpParameter({ description: 'Order id, such as A-1001' }) id: string) {
    const order = this.#ownOrders(context).find((each) => each.id === id);
    if (order === undefined)
      throw new ToolExecutionException(`There is no order ${id}: list the orders first.`, { kind: 'not_found' });
    return { ...order, totalCents: totalCents(order) };
  }

  #ownOrders({ userId }: ToolContext): readonly Order[] {
    return userId === undefined ? [] : this.orders.ofCustomer(userId);
  }
}
