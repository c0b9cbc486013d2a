import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { z } from 'zod'
import { cookieSecret } from '@/e2e/support/session'
import type { OpenApiDocument } from '@/lib/kit/api/document/openapi-document'
import { closeDatabase, connection } from '@/lib/kit/database'
import { SecretWatch } from '@/lib/server/testing/secrets'
import { Checker, type Exchange, refusalFor } from './check'
import {
  brokenRecipe,
  curlOf,
  filled,
  intactRecipe,
  lateIn,
  type Recipe,
  type Sent,
  type Target,
  targetsOf,
} from './request'
import { Late, secretPrefix } from './values'
import { type Actor, isOfOneCustomer, sourcesOf, World } from './world'

/** The operations that cannot succeed in the fuzzer, each with the reason. */
const neverSucceed = new Map([
  ['POST /v1/pay/notify', 'only the payment provider can sign such a request'],
  ['GET /v1/wechat/event', 'only the platform can sign such a request'],
  ['POST /v1/wechat/event', 'only the platform can sign such a request'],
  ['POST /cms/webhook/{id}/delivery/{delivery_id}/retry', 'no webhook is on when something happens'],
  ['POST /cms/order/{id}/report', 'the simulated platform refuses no shipment by itself'],
  ['POST /cms/order/{id}/report/phone', 'the simulated platform refuses no shipment by itself'],
])

/**
 * The operations that the fuzzer calls less often, because most of their requests, or the preparation of each request,
 * hash or check a password.
 */
const isSlow = new Set([
  'POST /v1/token',
  'POST /v1/user',
  'PUT /v1/user/mini_program',
  'PUT /v1/user/password',
  'POST /cms/user',
  'DELETE /cms/user/{id}',
  'PUT /cms/user/{id}/password',
  'DELETE /cms/user/{id}/session/{sid}',
])

export interface Failure {
  title: string
  expected: string[]
  curl?: string
  answer?: string
}

/** The error for a response with faults. fast-check catches the error and looks for a smaller request with a fault. */
class Unexpected extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly expected: string[],
  ) {
    super(expected.join('; '))
  }
}

interface Recipes {
  intact: fc.Arbitrary<Recipe>
  ofCustomer: fc.Arbitrary<Recipe>
  ofOthers: fc.Arbitrary<Recipe>
}

/** A run of the fuzzer. The seed determines the requests, which are sent until a given time is over. */
export class Run {
  private readonly world: World
  private readonly watch = new SecretWatch()
  private targets: Target[] = []
  private checker: Checker | undefined
  private batch = 0
  private sentCount = 0
  private readonly statuses = new Map<number, number>()
  private readonly succeeded = new Set<string>()
  private readonly failures = new Map<string, Failure>()
  private readonly tokens = new Set<string>()
  private readonly hashes = new Set<string>()

  constructor(
    private readonly origin: string,
    private readonly seed: number,
  ) {
    this.world = new World(origin, seed, (token) => this.addToken(token))
    this.watch.addSecret(cookieSecret)
  }

  private addToken(token: string): void {
    this.tokens.add(token)
    this.hashes.add(createHash('sha256').update(token).digest('base64url'))
    this.watch.addSecret(token)
  }

  async open(): Promise<void> {
    const answer = await fetch(`${this.origin}/docs/openapi.json`)
    const document: OpenApiDocument = await answer.json()
    this.targets = targetsOf(document)
    this.checker = new Checker(document)
    await this.world.open(this.targets)
  }

  /** Makes every operation succeed once. Then sends all kinds of requests as all callers, until the time is over. */
  async requests(milliseconds: number): Promise<void> {
    const ends = performance.now() + milliseconds
    for (const target of this.targets) {
      const caller = this.entitledTo(target)
      if (!caller) continue
      for (let attempt = 0; attempt < 100 && !this.succeeded.has(target.name); attempt++)
        await this.send(target, caller, this.recipesFor(target).intact, 1)
    }
    for (let round = 0; performance.now() < ends; round++) {
      for (const target of this.targets) {
        if (performance.now() >= ends) return
        for (const [actor, count] of this.callersOf(target, round)) await this.mix(target, actor, count)
      }
    }
  }

  /**
   * Returns the callers for an operation in this round, each with its number of requests: one of the callers that may
   * call the operation, and one of all callers. Both change from round to round.
   */
  private callersOf(target: Target, round: number): [Actor, number][] {
    const { actors } = this.world
    const entitled = actors.filter((actor) => refusalFor(target, actor) === undefined)
    const inTurn = (of: Actor[]) => of[round % of.length]
    // Hashing or checking a password takes longer than other work.
    const count = isSlow.has(target.name) ? 1 : 4
    const callers: [Actor | undefined, number][] = [
      [inTurn(entitled), count],
      [inTurn(actors), 1],
    ]
    return callers.flatMap(([actor, times]): [Actor, number][] => (actor ? [[actor, times]] : []))
  }

  private entitledTo(target: Target): Actor | undefined {
    const byName = (name: Actor['name']) => this.world.actors.find((actor) => actor.name === name)
    // Only this customer has a shipped order.
    if (target.path === '/v1/order/{id}/confirm') return byName('demonstration customer')
    const access = target.operation['x-access']
    if (access === 'key') return byName('key')
    return byName(access === 'staff' || access === 'permission' ? 'root' : 'customer')
  }

  private readonly recipes = new Map<Target, Recipes>()

  private recipesFor(target: Target): Recipes {
    const known = this.recipes.get(target)
    if (known) return known
    const sources = sourcesOf(target)
    const broken = brokenRecipe(target, sources)
    const mixed = (mayBeForeign: boolean) =>
      fc.oneof({ weight: 2, arbitrary: intactRecipe(target, sources, mayBeForeign) }, { weight: 3, arbitrary: broken })
    const made = { intact: intactRecipe(target, sources, false), ofCustomer: mixed(true), ofOthers: mixed(false) }
    this.recipes.set(target, made)
    return made
  }

  private async mix(target: Target, actor: Actor, count: number): Promise<void> {
    const { ofCustomer, ofOthers } = this.recipesFor(target)
    await this.send(target, actor, actor.kind === 'customer' ? ofCustomer : ofOthers, count)
  }

  private async send(target: Target, actor: Actor, recipes: fc.Arbitrary<Recipe>, numRuns: number): Promise<void> {
    if (refusalFor(target, actor) === undefined) await this.world.replenish(target, actor)
    const property = fc.asyncProperty(recipes, async (recipe) => {
      const exchange = await this.exchange(target, actor, recipe)
      if (!exchange) return
      const expected = (await this.faultsOf(exchange)).filter(
        (sentence) => !this.failures.has(keyOf(exchange, sentence)),
      )
      if (expected.length > 0) throw new Unexpected(exchange, expected)
    })
    const seed = this.seed * 1_000_003 + this.batch++
    const result = await fc.check(property, {
      seed,
      numRuns,
      interruptAfterTimeLimit: 20_000,
      markInterruptAsFailure: false,
    })
    const { errorInstance: error } = result
    // No request has failed, or there was no time for any.
    if (error === undefined || error === null) return
    if (!(error instanceof Unexpected)) throw error
    const { exchange, expected } = error
    for (const sentence of expected) {
      this.failures.set(keyOf(exchange, sentence), {
        title: `${target.name} as ${exchange.actor.name}: ${exchange.status}`,
        expected: [sentence],
        curl: curlOf(exchange.sent),
        answer: exchange.text.slice(0, 600),
      })
    }
  }

  /**
   * Fills in the values of a request and sends it. Returns undefined, without sending, if the request would change a
   * record that the run needs.
   */
  private async exchange(target: Target, caller: Actor, recipe: Recipe): Promise<Exchange | undefined> {
    const actor = await this.world.stand(target, caller)
    const lates = new Map<Late, unknown>()
    let usedForeign = false
    const json = recipe.body && 'json' in recipe.body ? recipe.body.json : undefined
    // A part and its record, such as a session and its user, are chosen together. A forbidden id stays unchanged.
    const { id, ...part } = recipe.params
    const [ofPart] = id instanceof Late ? lateIn(part) : []
    const [own] = lateIn(id)
    const chosen = (late: Late | undefined) => late && lates.get(late)
    const pairOf = () => z.record(z.string(), z.int()).safeParse(chosen(ofPart)).data
    for (const late of lateIn([part, id, recipe.query, json])) {
      if (recipe.isForeign && isOfOneCustomer(late.source)) usedForeign = true
      const of = { target, actor, isForeign: recipe.isForeign, id: pairOf()?.id ?? chosen(own) }
      lates.set(late, await this.world.fill(late, of))
    }
    const fill = (late: Late) => lates.get(late)
    const params = texts([...Object.entries(filled(recipe.params, fill) ?? {}), ...Object.entries(pairOf() ?? {})])
    if (this.world.isForbidden(target, params.id)) return undefined
    const query = recipe.query.map(([name, value]): [string, string] => [name, String(filled(value, fill))])
    const request_id = `fuzz-${this.seed}-${this.sentCount++}`
    const body = this.world.settled(target, filled(json, fill))
    const text = recipe.body && ('text' in recipe.body ? recipe.body.text : (JSON.stringify(body) ?? ''))
    const path = target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((params[name] ?? '').toWellFormed()),
    )
    const search = new URLSearchParams(query).toString()
    const sent: Sent = {
      method: target.method,
      url: this.origin + path + (search && `?${search}`),
      headers: {
        'x-request-id': request_id,
        ...(actor.token && { authorization: `Bearer ${actor.token}` }),
        ...(recipe.body && text !== undefined && recipe.body.type && { 'content-type': recipe.body.type }),
        ...(recipe.idempotency_key && { 'idempotency-key': recipe.idempotency_key }),
      },
      text,
      json: text === undefined ? undefined : jsonOf(text),
      params,
      query,
      recipe,
    }
    const answer = await this.fetch(sent)
    const exchange = { target, actor, sent, request_id, usedForeign, ...answer }
    if (answer.status < 400) this.succeeded.add(target.name)
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    this.world.note(target, actor, params, answer.status, jsonOf(answer.text))
    return exchange
  }

  private async fetch({ method, url, headers, text }: Sent) {
    // Sent as bytes, because a text would get a content type of its own.
    const body = text === undefined ? undefined : new TextEncoder().encode(text)
    const answer = await fetch(url, { method, headers, body: method === 'GET' ? undefined : body, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  private async faultsOf(exchange: Exchange): Promise<string[]> {
    if (!this.checker) throw new Error('the document has not been read')
    const { status, headers } = exchange
    const faults = this.checker.faultsOf(exchange)
    faults.push(...this.secretsIn(exchange))
    if (isLogged(exchange)) faults.push(...(await this.faultsOfLog(exchange)))
    if (status === 200 && headers.has('etag')) faults.push(...(await this.faultsUnchanged(exchange)))
    if (status === 201) faults.push(...(await this.faultsOfCreated(exchange)))
    return faults
  }

  /**
   * Repeats a request with `If-None-Match` and expects 304. Returns the faults of the 304 response. Another response is
   * a fault, unless it is a 200 with changed content.
   */
  private async faultsUnchanged(exchange: Exchange): Promise<string[]> {
    const sent = {
      ...exchange.sent,
      headers: { ...exchange.sent.headers, 'if-none-match': exchange.headers.get('etag') ?? '' },
    }
    const again = await this.fetch(sent)
    if (again.status === 304) return this.checker?.faultsOf({ ...exchange, ...again, sent }) ?? []
    // Another request may have changed the answer meanwhile.
    return again.status === 200 && again.text !== exchange.text ? [] : ['the same again is answered with 304']
  }

  private async faultsOfCreated({ sent, actor, status, headers, text }: Exchange): Promise<string[]> {
    const faults: string[] = []
    const location = headers.get('location') ?? ''
    // A new user has no token before registering, so the token of the answer is used.
    const token = z.object({ token: z.string() }).safeParse(jsonOf(text)).data?.token ?? actor.token
    const read = await fetch(this.origin + location, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    const isReadable = read.ok || (actor.name === 'staff' && read.status === 403)
    if (!isReadable) faults.push(`what was created can be read at its Location (${location}: ${read.status})`)
    if (!sent.headers['idempotency-key']) return faults
    const again = await this.fetch(sent)
    // An answer with a secret is not stored.
    const { data: issued } = z.object({ id: z.int(), secret: z.string() }).safeParse(jsonOf(text))
    if (issued) {
      const { data: refused } = z.object({ code: z.string(), id: z.int() }).safeParse(jsonOf(again.text))
      return refused?.code === 'already_exists' && refused.id === issued.id
        ? faults
        : [...faults, 'the same Idempotency-Key gets the id of what was created']
    }
    if (again.status !== status || again.text !== text || again.headers.get('idempotent-replayed') !== 'true')
      faults.push('the same Idempotency-Key gets the first answer')
    return faults
  }

  /** Returns faults for secrets, hashes, and data of another customer in a response. */
  private secretsIn({ actor, target, sent, request_id, text, status }: Exchange): string[] {
    const faults: string[] = []
    if (status < 300 && /^POST \/v1\/(token|user)$/.test(target.name)) {
      const { token } = z.object({ token: z.string().optional() }).parse(jsonOf(text))
      if (token) this.addToken(token)
      this.watch.capture(request_id, text, token)
    } else {
      this.watch.capture(request_id, text)
      if ([...this.tokens].some((token) => text.includes(token))) faults.push('no answer has a token')
    }
    for (const secret of secretsOf(sent.json)) this.watch.addSecret(secret)
    if (/\$argon2|\$scrypt|\$2[aby]\$/.test(text)) faults.push('no answer has the hash of a password')
    if ([...this.hashes].some((hash) => text.includes(hash))) faults.push('no answer has the hash of a token')
    const sees = /^(staff|key)$/.test(actor.kind) && [...actor.codes].some((code) => code.startsWith('cms.customer.'))
    if (!sees && this.world.marksIn(text).length > 0) faults.push('no answer has what belongs to another customer')
    return faults
  }

  private async faultsOfLog({ request_id, target, status, text }: Exchange): Promise<string[]> {
    const rows = await this.world.operations(request_id)
    if (rows.length === 0) return ['the operation log has a row of this request']
    // A bulk request has a row for each record, with the result of that record.
    const isBulk = Bulk.safeParse(jsonOf(text)).success
    const code = z.object({ code: z.string() }).safeParse(status < 400 ? undefined : jsonOf(text)).data?.code ?? null
    const isSame = rows.every(
      (row) =>
        row.method === target.method &&
        (isBulk || (row.status === status && row.code === code && row.success === status < 400)),
    )
    return isSame ? [] : [`the row of the operation log has method ${target.method}, status ${status} and code ${code}`]
  }

  async close(): Promise<void> {
    for (const expected of await this.world.close())
      this.failures.set(expected, { title: 'At the end', expected: [expected] })
    for (const { name } of this.targets) {
      if (this.succeeded.has(name) || neverSucceed.has(name)) continue
      const expected = 'it succeeds at least once, or neverSucceed says why it cannot'
      this.failures.set(`${name} ${expected}`, { title: name, expected: [expected] })
    }
  }

  /**
   * Searches for secrets in the output of the server's process, in every response and in every table. Must be called
   * after the server has stopped.
   */
  async searchSecrets(output: string): Promise<void> {
    for (const line of output.split('\n').filter(Boolean)) {
      this.watch.capture('the output of the process', line)
      const { level, path, msg, status } = Line.safeParse(jsonOf(line)).data ?? {}
      // The run begins with a wrong payment, which is reported and sent again by the platform.
      const isOwn = path === '/v1/pay/notify'
      // Lines that are not log lines come from Next.
      const isError = level === undefined ? /error|⨯/i.test(line) : level >= errorLevel
      if (isError && !isOwn)
        this.failures.set(`output ${msg} ${path} ${status}`, {
          title: 'Output of the process',
          expected: [`no such line: ${line.slice(0, 2_000)}`],
        })
      if (/\$argon2/.test(line) || this.world.marksIn(line).length > 0)
        this.failures.set('output secret', {
          title: 'Output of the process',
          expected: [`no hashes and nobody's data: ${line.slice(0, 500)}`],
        })
    }
    const { db } = await connection()
    for (const leak of await this.watch.leaks(db))
      this.failures.set(leak, { title: 'Secrets', expected: [`none in ${leak}`] })
    await closeDatabase()
  }

  summary() {
    return {
      requests: this.sentCount,
      byStatus: [...this.statuses].sort(([a], [b]) => a - b),
      succeeded: this.succeeded.size,
      operations: this.targets.length,
      failures: [...this.failures.values()],
    }
  }
}

const errorLevel = 50
const Line = z.looseObject({ level: z.int(), msg: z.string(), path: z.string().optional(), status: z.int().optional() })

/** The answer has a result for each record. */
const Bulk = z.union([z.object({ results: z.array(z.unknown()) }), z.array(z.looseObject({ sku_id: z.int() }))])

/** Returns the key of a fault. A fault with the same expectation about the same operation is reported only once. */
const keyOf = ({ target, status }: Exchange, sentence: string) =>
  `${target.name} ${status} ${sentence.replaceAll(/\d+/g, '0').slice(0, 60)}`

/** Whether a request should be in the audit log: a write or an export in the admin interface by a known caller. */
function isLogged({ target, sent, status, actor, headers }: Exchange): boolean {
  if (!target.path.startsWith('/cms') || actor.kind === 'nobody' || status === 401) return false
  // An operation that is open to all staff concerns only the caller.
  if (target.operation['x-access'] === 'staff') return false
  // A successful dry run has changed nothing.
  if (status < 400 && sent.query.some(([name, value]) => name === 'dry_run' && value === 'true')) return false
  // Neither has a preview.
  if (status < 400 && target.path.endsWith('/preview')) return false
  return (
    target.method !== 'GET' ||
    (sent.query.some(([name, value]) => name === 'format' && (value === 'csv' || value === 'xlsx')) &&
      headers.has('content-disposition'))
  )
}

const texts = (entries: [string, unknown][]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the passwords of the fuzzer in a body, at any depth: texts that begin with `secretPrefix`. Such texts cannot
 * occur elsewhere by chance.
 */
function secretsOf(body: unknown): string[] {
  if (typeof body === 'string') return body.startsWith(secretPrefix) ? [body] : []
  if (typeof body !== 'object' || body === null) return []
  return Object.values(body).flatMap(secretsOf)
}
