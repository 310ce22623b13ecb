import type { ToolCall, ToolResult } from 'nestjs-tool-router';

/** Talks to the API over HTTP, as the application around a model would. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  async get<T>(path: string): Promise<T> {
    return await this.#send<T>('GET', path);
  }

  async put<T>(path: string, body: object): Promise<T> {
    return await this.#send<T>('PUT', path, body);
  }

  async call(call: ToolCall): Promise<ToolResult> {
    return await this.#send<ToolResult>('POST', '/tools/call', call);
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
