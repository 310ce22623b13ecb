export enum OrderStatus {
  Open = 'open',
  Shipped = 'shipped',
  Returned = 'returned',
}

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly status: OrderStatus;
  /** ISO date. */
  readonly placedOn: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly priceCents: number }[];
}

export function totalCents(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.priceCents, 0);
}
