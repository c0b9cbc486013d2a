import { isLost, isRead, within } from './lost'

/** What is needed of a client of node-postgres and of Neon's driver. */
export interface PooledClient {
  release(error?: Error | boolean): void
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

interface Pool<Client> {
  connect(): Promise<Client>
  on(event: 'error', listener: () => void): unknown
}

/** How long a read outside a transaction waits for its connection and its answer, each time, in milliseconds. */
export const readMilliseconds = 2_500

/** The same for everything else: longer than the database lets a statement run, which answers then. */
export const otherMilliseconds = 8_000

const ignore = () => {}

/**
 * The clients of a driver's pool, with time limits. A connection that broke or did not answer is closed; others that have
 * been silent for as long are not used again, because what closed one connection often closed them all.
 */
export class ClientPool<Client extends PooledClient> {
  private readonly answeredAt = new WeakMap<Client, number>()
  private silentSince = 0

  /** `close` ends the connection of a client at once, whatever it is waiting for, and takes it out of the pool. */
  constructor(
    private readonly pool: Pool<Client>,
    private readonly close: (client: Client) => void,
  ) {
    // The server may close idle connections; the pool opens new ones. Without a listener, the event ends the process.
    pool.on('error', ignore)
  }

  /** A client that nobody else uses. Rejects where none is free or opened in time. */
  async take(milliseconds: number): Promise<Client> {
    for (;;) {
      const client = await within(milliseconds, this.pool.connect(), (late) => late.release())
      const answeredAt = this.answeredAt.get(client)
      if (answeredAt === undefined || answeredAt >= this.silentSince) {
        // A broken connection rejects its statements. Without a listener, the event ends the process.
        client.on('error', ignore)
        return client
      }
      client.release(true)
    }
  }

  /** Gives back a client that has answered everything. */
  give(client: Client): void {
    this.answeredAt.set(client, performance.now())
    client.off('error', ignore)
    client.release()
  }

  /** Closes a connection that has been silent since then, a time as `performance.now()` has it. */
  drop(client: Client, silentSince: number): void {
    this.silentSince = Math.max(this.silentSince, silentSince)
    client.off('error', ignore)
    this.close(client)
  }

  /** Sends one statement on a client of its own. A read whose connection was lost is sent once more. */
  async send(text: string, query: (client: Client) => Promise<unknown>): Promise<unknown> {
    if (!isRead(text)) return this.attempt(otherMilliseconds, query)
    try {
      return await this.attempt(readMilliseconds, query)
    } catch (error) {
      if (!isLost(error)) throw error
      return this.attempt(readMilliseconds, query)
    }
  }

  private async attempt(milliseconds: number, query: (client: Client) => Promise<unknown>): Promise<unknown> {
    const began = performance.now()
    const client = await this.take(milliseconds)
    try {
      const result = await within(milliseconds - (performance.now() - began), query(client))
      this.give(client)
      return result
    } catch (error) {
      if (isLost(error)) this.drop(client, began)
      else this.give(client)
      throw error
    }
  }
}
