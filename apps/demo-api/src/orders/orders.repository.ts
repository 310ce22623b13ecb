import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Order } from './order.js';

/** The orders of the data file. */
@Injectable()
export class OrdersRepository {
  readonly #orders = JSON.parse(readFileSync(resolve(__dirname, '../../data/orders.json'), 'utf8')) as readonly Order[];

  ofCustomer(customer: string): readonly Order[] {
    return this.#orders.filter((order) => order.customer === customer);
  }
}
