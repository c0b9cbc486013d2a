import { isLost, isRead, within } from './lost'
import { stayAwake } from './suspension'

/** What is needed of a client of node-postgres and of Neon's driver. */
export interface PooledClient {
  query(text: string): Promise<unknown>
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

/** How long a connection stays when nobody uses it, in milliseconds. */
export interface IdleTimes {
  /** In the driver's pool. */
  own: number
  /** Among those that statements share, until it goes back to the pool. */
  shared: number
  /** Whether the process may be suspended after its last answer. It stays awake until no connection is open. */
  isSuspended: boolean
}

export const lastingConnections: IdleTimes = { own: 30_000, shared: 10_000, isSuspended: false }

/** A suspended process would keep its connections, of which the database has a limited number. */
export const briefConnections: IdleTimes = { own: 2_000, shared: 2_000, isSuspended: true }

/** A connection that nobody used for as long is asked whether it still answers, before anything is sent on it. */
const restMilliseconds = 5_000

/** How long it may take to answer that. */
const pingMilliseconds = 1_000

const ignore = () => {}

/** Whether a connection answers within so many milliseconds. */
const answersIn = (milliseconds: number, client: PooledClient): Promise<boolean> =>
  within(milliseconds, client.query('select 1')).then(
    () => true,
    () => false,
  )

/**
 * The clients of a driver's pool, with time limits. A connection that broke or did not answer is closed; others that have
 * been silent for as long are not used again, because what closed one connection often closed them all. Times are those of
 * the clock on the wall: in a process that was suspended, the others may stand still.
 */
export class ClientPool<Client extends PooledClient> {
  private readonly answeredAt = new WeakMap<Client, number>()
  private silentSince = 0

  /** `close` ends the connection of a client at once, whatever it is waiting for, and takes it out of the pool. */
  constructor(
    private readonly pool: Pool<Client>,
    private readonly close: (client: Client) => void,
    readonly idle: IdleTimes = lastingConnections,
  ) {
    // The server may close idle connections; the pool opens new ones. Without a listener, the event ends the process.
    pool.on('error', ignore)
  }

  /** A client that nobody else uses. Rejects where none is free or opened in time. */
  async take(milliseconds: number): Promise<Client> {
    const end = Date.now() + milliseconds
    for (;;) {
      const client = await within(end - Date.now(), this.pool.connect(), (late) => late.release())
      // A broken connection rejects its statements. Without a listener, the event ends the process.
      client.on('error', ignore)
      const answeredAt = this.answeredAt.get(client)
      if (answeredAt === undefined || !this.isDoubtful(answeredAt)) return client
      const asked = Date.now()
      if (answeredAt >= this.silentSince && (await answersIn(Math.min(pingMilliseconds, end - asked), client)))
        return client
      this.drop(client, answeredAt < this.silentSince ? answeredAt : asked)
    }
  }

  /** Whether a connection that answered then, and has nothing to answer since, may have been lost in silence. */
  isDoubtful = (answeredAt: number) => answeredAt < this.silentSince || Date.now() - answeredAt > restMilliseconds

  /** Gives back a client that has answered everything, by default just now. */
  give(client: Client, answeredAt = this.answered()): void {
    this.answeredAt.set(client, answeredAt)
    client.off('error', ignore)
    client.release()
  }

  /** To be called when a client has answered; returns when that is. */
  answered(): number {
    // Then a connection of the pool has gone back, and the driver has closed it.
    if (this.idle.isSuspended) stayAwake(2 * this.idle.shared + this.idle.own + 100)
    return Date.now()
  }

  /** Closes a connection that has been silent since then, a time as `Date.now()` has it. */
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

  /** Sends one statement on a client of its own, once. */
  async attempt<Result>(milliseconds: number, query: (client: Client) => Promise<Result>): Promise<Result> {
    const began = Date.now()
    const client = await this.take(milliseconds)
    try {
      const result = await within(milliseconds - (Date.now() - began), query(client))
      this.give(client)
      return result
    } catch (error) {
      if (isLost(error)) this.drop(client, began)
      else this.give(client)
      throw error
    }
  }
}
