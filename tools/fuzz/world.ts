import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { z } from 'zod'
import { domainOf } from '@/lib/config/schema'
import { isOpenToKeys } from '@/lib/kit/api/endpoint/key-codes'
import { declaredSettings } from '@/lib/kit/config/registry'
import { collectable, finishedOrder, partsOf, sourceOfId, type Target } from './request'
import { Late, type Sources, secretPrefix } from './values'

/*
 * The callers and their records in the shop. The records are created through the interface before requests refer to
 * them, and again after a request has used them up.
 */

export interface Actor {
  name: 'nobody' | 'customer' | 'another customer' | 'staff' | 'root' | 'demonstration customer' | 'key'
  kind: 'nobody' | 'customer' | 'staff' | 'key'
  token: string | undefined
  /** The openid of a customer who signs in with the mini-program; undefined for other callers. */
  openid: string | undefined
  /** The permissions of staff and keys; root has all. */
  codes: ReadonlySet<string>
  is_root: boolean
}

const password = 'mini-shop-demo'

/**
 * Distinctive texts in the data of the witness, a customer whose data no other customer may read. A response that
 * contains one of these texts is a fault.
 */
const marks = {
  nickname: 'Witness-qz7k',
  name: '见证人秋竹',
  mobile: '19912345678',
  detail: '只有本人知道的地址 77 号',
  remark: '勿示他人 qz7k',
}

/**
 * The settings of the groups `sign_in` and `limit`, and the time of unpaid orders, at their maximum: their usual values
 * would end a run of thousands of requests. Registration and invoices are on.
 */
const raised: Record<string, unknown> = Object.fromEntries(
  Object.entries(declaredSettings).flatMap(([name, { group, fallback, schema }]) => {
    const isRaised = group === 'sign_in' || group === 'limit'
    if (!isRaised && name !== 'order.unpaid_minutes' && name !== 'invoice.enabled') return []
    return [[name, typeof fallback === 'boolean' ? true : domainOf(schema).maximum] as const]
  }),
)

const Page = z.union([
  z.array(z.looseObject({ id: z.int() })),
  z.object({ items: z.array(z.looseObject({ id: z.int() })) }).transform(({ items }) => items),
])
const Signed = z.object({ token: z.string(), user: z.object({ id: z.int() }) })
const Created = z.object({ id: z.int() })
const Webhooks = z.object({ items: z.array(Created) })
const IssuedKey = z.object({ id: z.int(), secret: z.string() })
const Numbered = z.object({ order_no: z.string() })
const Kept = z.object({ kept_amount: z.int() })
const Product = z.object({ skus: z.array(z.object({ id: z.int(), sku_no: z.string(), stock: z.int() })) })
const User = z.object({ id: z.int(), kind: z.enum(['customer', 'staff']) })
const Status = z.object({ status: z.string() })
const CartLines = z.array(z.object({ sku_id: z.int(), count: z.int(), checked: z.boolean() }))
const Versioned = z.object({ version: z.int() })
const StaffOrder = z.object({
  version: z.int(),
  items: z.array(z.object({ id: z.int() })),
  shipments: z.array(z.object({ id: z.int() })),
  refunds: z.array(z.object({ id: z.int(), refund_no: z.string() })),
})
const Sessions = z.array(z.object({ id: z.int(), current: z.boolean() }))

interface Call {
  method: string
  path: string
  token?: string | undefined
  body?: unknown
}

export class World {
  private readonly pools = new Map<string, unknown[]>()
  /** The pick-up codes of orders, by the id of the order. */
  private readonly codes = new Map<number, string>()
  /**
   * The ids of records that the run depends on and that must not be changed, by collection: users, customers, groups,
   * and sessions of the callers.
   */
  private readonly kept = new Map<string, Set<number>>()
  readonly actors: Actor[] = []
  /** The customer whose records no other customer may see or change. */
  private witness: Actor = nobody
  private before = ''
  private keeper = ''
  /** The number of names that the fuzzer has made up so far. */
  private count = 0

  constructor(
    private readonly origin: string,
    /** The seed of the run, a part of all made-up values. The same seed gives the same values. */
    private readonly seed: number,
    /** Called with every token that was issued. */
    private readonly onToken: (token: string) => void,
  ) {}

  private name(prefix: string): string {
    return `${prefix}${this.seed.toString(36)}-${(this.count++).toString(36)}`
  }

  /** Sends a request that must succeed. Returns the parsed response. */
  async call({ method, path, token, body }: Call): Promise<unknown> {
    const answer = await fetch(this.origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The fuzzer's own ${method} ${path} was answered ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  private async sandbox(body: object): Promise<{ code: string; openid: string }> {
    return z
      .object({ code: z.string().default(''), openid: z.string().default('') })
      .parse(await this.call({ method: 'POST', path: '/sandbox/control', body }))
  }

  private async signIn(body: object): Promise<z.output<typeof Signed>> {
    const signed = Signed.parse(await this.call({ method: 'POST', path: '/v1/token', body }))
    this.onToken(signed.token)
    return signed
  }

  private keep(collection: string, id: number): void {
    const ids = this.kept.get(collection) ?? new Set()
    this.kept.set(collection, ids.add(id))
  }

  private async keepCaller(token: string): Promise<void> {
    this.keep('/v1/user/session', await this.sessionOf(token))
    const { id, kind } = User.parse(await this.call({ method: 'GET', path: '/v1/user', token }))
    this.keep(kind === 'staff' ? '/cms/user' : '/cms/customer', id)
  }

  /** Returns the id of the session that belongs to a token. */
  private async sessionOf(token: string): Promise<number> {
    const sessions = Sessions.parse(await this.call({ method: 'GET', path: '/v1/user/session', token }))
    return sessions.find(({ current }) => current)?.id ?? 0
  }

  /** Creates a customer who signs in with the mini-program and can pay. */
  async newCustomer(name: Actor['name'], openid?: string): Promise<Actor> {
    const code = await this.sandbox({ action: 'login_code', openid: openid ?? this.name('o-') })
    const { token } = await this.signIn({ type: 200, account: code.code })
    return { name, kind: 'customer', token, openid: code.openid, codes: new Set(), is_root: false }
  }

  /** Creates a customer with a user name and a password, but without a mini-program user. */
  private async newUnjoined(name: Actor['name']): Promise<Actor> {
    const account = { type: 100, account: this.name('fz-'), secret: secretPrefix + randomBytes(12).toString('hex') }
    const { token } = Signed.parse(await this.call({ method: 'POST', path: '/v1/user', body: account }))
    this.onToken(token)
    return { name, kind: 'customer', token, openid: this.name('o-'), codes: new Set(), is_root: false }
  }

  private async newStaff(body: object): Promise<{ id: number; token: string }> {
    const username = this.name('fz-')
    const secret = secretPrefix + randomBytes(12).toString('hex')
    const account = { username, secret, nickname: username, group_ids: [], must_change_secret: false, ...body }
    await this.call({ method: 'POST', path: '/cms/user', token: this.keeper, body: account })
    const { token, user } = await this.signIn({ type: 100, account: username, secret })
    return { id: user.id, token }
  }

  /** Creates an API key with these permissions. */
  private async newKey(token: string, permission_codes: string[]): Promise<Actor> {
    const body = { name: this.name('key-'), permission_codes, access: 'write', expires_at: null }
    const made = IssuedKey.parse(await this.call({ method: 'POST', path: '/cms/api_key', token, body }))
    this.keep('/cms/api_key', made.id)
    return {
      name: 'key',
      kind: 'key',
      token: made.secret,
      openid: undefined,
      codes: new Set(permission_codes),
      is_root: false,
    }
  }

  /** Creates the callers, the witness, and the first records of each kind. */
  async open(targets: readonly Target[]): Promise<void> {
    const admin = await this.signIn({ type: 100, account: 'admin', secret: password })
    this.keeper = admin.token
    await this.call({ method: 'PUT', path: '/cms/config', token: this.keeper, body: raised })

    const points = z
      .array(z.object({ points: z.array(z.object({ code: z.string() })) }))
      .parse(await this.call({ method: 'GET', path: '/cms/auth', token: this.keeper }))
    const codes = points.flatMap((module) => module.points.map(({ code }) => code))
    this.pools.set('permission', codes)
    const few = codes.filter((code) => /^cms\.(notice\.|group\.|user\.(list|create|update)|dict\.list)/.test(code))
    const group = Created.parse(
      await this.call({
        method: 'POST',
        path: '/cms/group',
        token: this.keeper,
        body: { name: this.name('few-'), permission_codes: few },
      }),
    )
    this.keep('/cms/group', group.id)
    const staff = await this.newStaff({ group_ids: [group.id] })
    const root = await this.newStaff({ is_root: true })
    for (const token of [admin.token, staff.token, root.token]) await this.keepCaller(token)
    const staffActor = { kind: 'staff', openid: undefined } as const
    const customer = await this.newCustomer('customer')
    const another = await this.newCustomer('another customer')
    const demonstration = await this.newCustomer('demonstration customer', demonstrationOpenid)
    for (const { token = '' } of [customer, another, demonstration]) await this.keepCaller(token)
    this.actors.push(
      nobody,
      customer,
      another,
      { ...staffActor, name: 'staff', token: staff.token, codes: new Set(few), is_root: false },
      { ...staffActor, name: 'root', token: root.token, codes: new Set(codes), is_root: true },
      demonstration,
      await this.newKey(root.token, codes.filter(isOpenToKeys)),
    )
    await this.openWitness()
    await this.openErrorLog(customer)

    for (const { method, path, operation } of targets) {
      const isRequired = operation.parameters?.some(({ required }) => required)
      if (method !== 'GET' || isRequired || /^(provider|key)$/.test(operation['x-access'])) continue
      const owners = operation['x-access'] === 'customer' ? [customer, another, this.witness] : [undefined]
      for (const owner of owners) await this.read(path, owner)
    }
    // Most orders of the demonstration are finished. Only orders that wait can still be changed.
    const waiting = Page.parse(await this.call({ method: 'GET', path: '/cms/order?tab=to_ship', token: this.keeper }))
    this.pools.set(
      '/cms/order',
      waiting.map(({ id }) => id),
    )
    // Staff may change every order and every case. Staff do not get those of the witness, so that only other customers
    // could have changed them.
    this.spare('/cms/order', this.poolOf('/v1/order', this.witness))
    this.spare('/cms/after_sale', this.poolOf('/v1/after_sale', this.witness))
    for (const id of this.poolOf('/v1/order', this.witness)) this.add(poolKey(finishedOrder, this.witness), id)
    // Orders that the fuzzer creates need these entries.
    for (const type of ['carrier', 'refund_reason', 'after_sale_reason']) {
      const entries = await this.call({ method: 'GET', path: `/cms/dict?type=${type}`, token: this.keeper })
      this.spare(
        '/cms/dict',
        Page.parse(entries).map(({ id }) => id),
      )
    }
    const shipped = Page.parse(
      await this.call({ method: 'GET', path: '/v1/order?status=shipped', token: demonstration.token }),
    )
    this.pools.set(
      poolKey('/v1/order', demonstration),
      shipped.map(({ id }) => id),
    )
    for (const { id } of Page.parse(await this.call({ method: 'GET', path: '/v1/product/recent?size=50' }))) {
      this.add('/v1/product', id)
      if ((this.pools.get(singleSku)?.length ?? 0) >= 3) continue
      const { skus } = Product.parse(await this.call({ method: 'GET', path: `/v1/product/${id}` }))
      for (const { id: sku, sku_no } of skus) {
        this.add('sku', sku)
        this.add('sku_no', sku_no)
      }
      if (skus.length === 1) this.add(singleSku, id)
    }
    const types = await this.call({ method: 'GET', path: '/cms/dict_type', token: this.keeper })
    this.pools.set(
      'dict_type',
      z
        .array(z.object({ type: z.string() }))
        .parse(types)
        .map(({ type }) => type),
    )
  }

  private async openWitness(): Promise<void> {
    this.witness = await this.newCustomer('another customer')
    const { token = '' } = this.witness
    await this.keepCaller(token)
    const { nickname, remark, ...address } = marks
    const place = { ...address, province: '浙江省', city: '杭州市', district: '西湖区' }
    await this.call({ method: 'PUT', path: '/v1/user', token, body: { nickname } })
    for (let round = 0; round < 2; round++) {
      await this.call({ method: 'POST', path: '/v1/address', token, body: place })
      const body = { items: [{ sku_id: round + 1, count: 1 }], remark }
      await this.call({ method: 'POST', path: '/v1/order', token, body })
      await this.call({ method: 'POST', path: '/v1/cart', token, body: { sku_id: round + 1, count: 1 } })
    }
    const opened = await this.openCase(undefined, this.witness)
    for (const collection of ownCollections)
      if (collection.startsWith('/v1/after_sale')) this.add(poolKey(collection, this.witness), opened)
    const sessions = Page.parse(await this.call({ method: 'GET', path: '/v1/user/session', token }))
    this.pools.set(
      poolKey('/v1/user/session', this.witness),
      sessions.map(({ id }) => id),
    )
    this.before = await this.witnessed()
  }

  /** Returns all data of the witness, as text. */
  private async witnessed(): Promise<string> {
    const { token } = this.witness
    const parts = []
    for (const path of ['/v1/user', '/v1/address', '/v1/after_sale', '/v1/invoice'])
      parts.push(await this.call({ method: 'GET', path, token }))
    // Without the actions, which also depend on settings.
    const orders = Page.parse(await this.call({ method: 'GET', path: '/v1/order', token }))
    parts.push(orders.map(({ actions: _, ...order }) => order))
    // Without prices and stock, which change meanwhile.
    parts.push(CartLines.parse(await this.call({ method: 'GET', path: '/v1/cart', token })))
    return JSON.stringify(parts)
  }

  /** Adds a row to the error log, which would otherwise be empty, by a payment with a wrong amount. */
  private async openErrorLog(customer: Actor): Promise<void> {
    const id = await this.make('/v1/order', customer)
    await this.pay(customer, id, { fault: 'wrong_amount' })
  }

  private async pay({ token }: Actor, order_id: unknown, options: { fault?: string } = {}): Promise<void> {
    const prepared = Prepared.parse(
      await this.call({ method: 'POST', path: '/v1/pay/pre_order', token, body: { order_id } }),
    )
    const { payment_no: _, ...parameters } = prepared
    await this.sandbox({ action: 'pay', ...parameters, ...options })
    await this.sandbox({ action: 'deliver' })
  }

  /** Places an order of `count` pieces as a new customer. Returns the id of the order, and the customer as `buyer`. */
  private async placeOrder(count: number): Promise<{ id: unknown; buyer: Actor }> {
    const buyer = await this.newCustomer('customer')
    await this.make('/v1/address', buyer)
    const body = { items: [{ sku_id: await this.skuInStock(count), count }] }
    const placed = await this.call({ method: 'POST', path: '/v1/order', token: buyer.token, body })
    return { id: Created.parse(placed).id, buyer }
  }

  /** Places and pays an order of `count` pieces as a new customer. Returns the id of the order. */
  private async sellOrder(count: number): Promise<unknown> {
    const { id, buyer } = await this.placeOrder(count)
    await this.payFully(buyer, id)
    return id
  }

  /**
   * Sells a piece that is collected at a new store. Returns the id of the order, and stores its pick-up code in
   * `codes`.
   */
  private async sellPickup(): Promise<unknown> {
    const buyer = await this.newCustomer('customer')
    const store_id = await this.make('/cms/store', buyer)
    const { id: product_id, sku_id } = await this.inStock()
    const both = { ids: [product_id], action: 'deliveries', deliveries: ['express', 'pickup'] }
    await this.call({ method: 'POST', path: '/cms/product/bulk', token: this.keeper, body: both })
    const contact = { name: '王小明', mobile: '13800001234' }
    const body = { items: [{ sku_id, count: 1 }], store_id, contact }
    const placed = await this.call({ method: 'POST', path: '/v1/order', token: buyer.token, body })
    const { id } = Created.parse(placed)
    await this.payFully(buyer, id)
    const own = await this.call({ method: 'GET', path: `/v1/order/${id}`, token: buyer.token })
    this.codes.set(id, Collected.parse(own).pickup.code)
    return id
  }

  /** Returns the number of an unpaid order that staff have placed. */
  private async share(actor: Actor): Promise<unknown> {
    const { sku_id } = await this.inStock()
    const user_id = await this.make('/cms/customer', actor)
    const body = { user_id, items: [{ sku_id, count: 1 }], receiver: orderReceiver }
    return Numbered.parse(await this.call({ method: 'POST', path: '/cms/order', token: this.keeper, body })).order_no
  }

  /**
   * Pays an order and waits until the shop has marked the order as paid: the simulated platform may deliver the
   * callback after its response.
   */
  private async payFully(buyer: Actor, id: unknown): Promise<void> {
    await this.pay(buyer, id)
    const request = { method: 'GET', path: `/v1/order/${id}`, token: buyer.token } as const
    await until('The order was not paid.', async () => Status.parse(await this.call(request)).status === 'paid')
  }

  /** Returns the body of a request for an after-sale case about one piece of each line of a paid order. */
  private async caseAbout(order_id: unknown, kind: 'refund' | 'return_refund') {
    const order = await this.call({ method: 'GET', path: `/cms/order/${order_id}`, token: this.keeper })
    const items = StaffOrder.parse(order).items.map(({ id }) => ({ order_item_id: id, count: 1 }))
    return { order_id, kind, reason_code: 'other', items }
  }

  /**
   * Opens an after-sale case of the customer `of`, or of a new customer, and brings the case into the status that the
   * operation `step` needs. Returns the id of the case.
   */
  private async openCase(step: Step | undefined, of?: Actor): Promise<unknown> {
    const { id, buyer } = of ? { id: await this.make('/v1/order', of), buyer: of } : await this.placeOrder(1)
    await this.payFully(buyer, id)
    const { token } = buyer
    const hasGoods = step === 'return' || step === 'receive' || step === 'refuse'
    const order = `/cms/order/${id}`
    if (hasGoods) {
      const { version } = StaffOrder.parse(await this.call({ method: 'GET', path: order, token: this.keeper }))
      const body = { method: 'virtual', version }
      await this.call({ method: 'POST', path: `${order}/ship`, token: this.keeper, body })
    }
    const body = await this.caseAbout(id, hasGoods ? 'return_refund' : 'refund')
    const opened = Created.parse(await this.call({ method: 'POST', path: '/v1/after_sale', token, body }))
    const own = (verb: string, content: object) =>
      this.call({ method: 'POST', path: `/v1/after_sale/${opened.id}/${verb}`, token, body: content })
    const decide = (verb: string, content: object) =>
      this.call({
        method: 'POST',
        path: `/cms/after_sale/${opened.id}/${verb}`,
        token: this.keeper,
        body: { ...content, version: 1 },
      })
    if (hasGoods) await decide('approve', { return_to: '杭州' })
    if (step === 'receive' || step === 'refuse') await own('return', { carrier: 'SF', tracking_no: this.name('SF') })
    if (step === 'dispute' || step === 'decide') await decide('reject', { note: '不符' })
    if (step === 'decide') await own('dispute', { description: '再看' })
    return opened.id
  }

  /** Sells two pieces and ships one of them. Returns the ids of the order and of the shipment (`sid`). */
  private async shipPart(): Promise<{ id: unknown; sid: number | undefined }> {
    const id = await this.sellOrder(2)
    const path = `/cms/order/${id}`
    const { version, items } = StaffOrder.parse(await this.call({ method: 'GET', path, token: this.keeper }))
    const [item] = items
    const body = {
      method: 'express',
      carrier: 'SF',
      tracking_no: this.name('SF'),
      items: [{ order_item_id: item?.id, count: 1 }],
      version,
    }
    const sent = await this.call({ method: 'POST', path: `${path}/ship`, token: this.keeper, body })
    const [shipment] = StaffOrder.parse(sent).shipments
    return { id, sid: shipment?.id }
  }

  /**
   * Refunds one piece of each line of an order, and makes the payment provider close the refund. Returns the ids of the
   * order and of the refund (`rid`).
   */
  private async failRefund(id: unknown): Promise<{ id: unknown; rid: number | undefined }> {
    const path = `/cms/order/${id}`
    const read = async () => StaffOrder.parse(await this.call({ method: 'GET', path, token: this.keeper }))
    const { version, items } = await read()
    const body = { items: items.map((item) => ({ order_item_id: item.id, count: 1 })), reason_code: 'other', version }
    await this.call({ method: 'POST', path: `${path}/refund`, token: this.keeper, body })
    const [refund] = (await read()).refunds
    const settle = () =>
      this.sandbox({ action: 'settle_refund', out_refund_no: refund?.refund_no, state: 'CLOSED' }).then(
        () => true,
        () => false,
      )
    // The server requests the refund at the provider after its answer.
    await until('The refund was not requested.', settle)
    await this.sandbox({ action: 'deliver' })
    return { id, rid: refund?.id }
  }

  /** Reads a list, as the customer `owner` or as staff, and adds the ids of its records to the pool of the list. */
  private async read(path: string, owner: Actor | undefined): Promise<void> {
    const answer = await this.call({ method: 'GET', path, token: owner?.token ?? this.keeper })
    for (const { id } of Page.safeParse(answer).data ?? []) this.add(poolKey(path, owner), id)
  }

  private add(pool: string, value: unknown): void {
    const values = this.pools.get(pool) ?? []
    if (values.length < 60 && !values.includes(value)) values.push(value)
    this.pools.set(pool, values)
  }

  /**
   * Returns the known ids of a collection: in a collection whose records each belong to one customer, the ids of the
   * records of `actor`; otherwise, the ids of the whole shop.
   */
  private poolOf(collection: string, actor: Actor): unknown[] {
    return this.pools.get(isOfOneCustomer(collection) ? poolKey(collection, actor) : collection) ?? []
  }

  private spare(pool: string, spared: readonly unknown[]): void {
    this.pools.set(
      pool,
      (this.pools.get(pool) ?? []).filter((one) => !spared.includes(one)),
    )
  }

  /**
   * Creates records in the collections that an operation uses, until each has enough records that requests may use up.
   * Does nothing for records that the fuzzer cannot create.
   */
  async replenish(target: Target, actor: Actor): Promise<void> {
    const wanted = new Set([target.collection, partsOf(target.path) ?? sourceOfId(target)])
    if (target.path === '/v1/pay/pre_order') wanted.add('/v1/order')
    for (const collection of wanted) {
      if (!isMade(collection) || (!target.path.includes('{') && collection !== '/v1/order')) continue
      if (isOfOneCustomer(collection) && (actor.kind !== 'customer' || actor.name === 'demonstration customer'))
        continue
      // Creating a session takes long. Of staff, two accounts belong to the demonstration, which cannot be changed.
      const least = collection === staffSession ? 1 : 3
      while (this.poolOf(collection, actor).filter((id) => !this.isKept(collection, id)).length < least)
        await this.make(collection, actor)
    }
  }

  /** Creates a record of this collection and returns its id. */
  private async make(collection: Made, actor: Actor): Promise<unknown> {
    const name = this.name('fz-')
    const post = async (path: string, body: unknown, token = this.keeper) =>
      Created.parse(await this.call({ method: 'POST', path, token, body })).id
    const makers: Record<Made, () => Promise<unknown>> = {
      '/v1/address': () =>
        post(
          collection,
          { name: '王小明', mobile: '13800001234', province: '浙江省', city: '杭州市', district: '', detail: name },
          actor.token,
        ),
      '/v1/order': async () => {
        if (this.poolOf('/v1/address', actor).length === 0) await this.make('/v1/address', actor)
        return post(collection, { items: [{ sku_id: await this.skuInStock(), count: 1 }] }, actor.token)
      },
      [finishedOrder]: async () => {
        const id = await this.make('/v1/order', actor)
        await this.call({ method: 'POST', path: `/v1/order/${id}/cancel`, token: actor.token })
        return id
      },
      '/v1/order/by_payment': async () => {
        const order_id = await this.make('/v1/order', actor)
        const body = { order_id }
        const prepared = await this.call({ method: 'POST', path: '/v1/pay/pre_order', token: actor.token, body })
        return Prepared.parse(prepared).payment_no
      },
      '/v1/user/session': async () => {
        const { code } = await this.sandbox({ action: 'login_code', openid: actor.openid })
        const { token } = await this.signIn({ type: 200, account: code })
        return this.sessionOf(token)
      },
      '/cms/order': () => this.sellOrder(1),
      '/v1/after_sale': () => this.openCase(undefined, actor),
      '/v1/after_sale/{id}/return': () => this.openCase('return', actor),
      '/v1/after_sale/{id}/withdraw': () => this.openCase('withdraw', actor),
      '/v1/after_sale/{id}/dispute': () => this.openCase('dispute', actor),
      '/v1/invoice': () => this.askForInvoice(actor),
      '/cms/invoice': () => this.askForInvoice(),
      // Only an unpaid order can have other prices.
      '/cms/order/{id}/preview': async () => (await this.placeOrder(1)).id,
      '/cms/invoice/{id}/issue': () => this.askForInvoice(),
      '/cms/invoice/{id}/correct': async () => (await this.openInvoice()).id,
      '/cms/invoice/{id}/refuse': () => this.askForInvoice(),
      '/cms/invoice/{id}/replace': () => this.openReplacement(),
      '/cms/after_sale': () => this.openCase(undefined),
      '/cms/after_sale/{id}/approve': () => this.openCase('approve'),
      '/cms/after_sale/{id}/reject': () => this.openCase('reject'),
      '/cms/after_sale/{id}/return': () => this.openCase('return'),
      '/cms/after_sale/{id}/receive': () => this.openCase('receive'),
      '/cms/after_sale/{id}/refuse': () => this.openCase('refuse'),
      '/cms/after_sale/{id}/decide': () => this.openCase('decide'),
      [collectable]: () => this.sellPickup(),
      [shipment]: () => this.shipPart(),
      [failedRefund]: async () => this.failRefund(await this.make('/cms/order', actor)),
      '/cms/customer': async () => {
        const { token } = await this.newCustomer('customer')
        return User.parse(await this.call({ method: 'GET', path: '/v1/user', token })).id
      },
      '/cms/user': () =>
        post(collection, {
          username: name,
          secret: secretPrefix + randomBytes(12).toString('hex'),
          nickname: name,
          group_ids: [],
        }),
      '/cms/group': () => post(collection, { name, permission_codes: ['cms.notice.list'] }),
      '/cms/menu': () => post(collection, { type: 'page', name, title: name, path: `/admin/${name}` }),
      '/cms/element': async () => post(collection, { menu_id: await this.make('/cms/menu', actor), code: name, name }),
      '/cms/dict_type': () => post(collection, { type: name.replaceAll('-', '_'), name }),
      '/cms/dict': () => post(collection, { type: 'order_status', label: name, value: name }),
      '/cms/category': () => post(collection, { name }),
      '/cms/product': async () => {
        const [category_id] = this.poolOf('/cms/category', actor)
        return post(collection, { category_id, name, content: '<p>茶</p>', skus: [{ price: 100, stock: 5 }] })
      },
      '/cms/product/import': () => this.send(collection, new File(['product_key,name\n1,2\n'], `${name}.csv`)),
      '/cms/order/import': () => this.send(collection, new File(['order_no,carrier\n1,SF\n'], `${name}.csv`)),
      '/cms/invoice/import': () =>
        this.send(collection, new File(['invoice_id,invoice_no\n1,12345678\n'], `${name}.csv`)),
      '/cms/promotion/import': async () => {
        const deal = { name, label: '特价', gives: 'deal', enabled: false, ...promotionPeriod }
        const promotion_id = await post('/cms/promotion', {
          ...deal,
          skus: [{ sku_id: await this.skuInStock(), price: 1 }],
        })
        const file = new File(['sku_no,deal_price_yuan\n1,2\n'], `${name}.csv`)
        return this.send(collection, file, { promotion_id: String(promotion_id) })
      },
      '/cms/coupon/import': async () => {
        const [id, customer] = [await this.offerCoupons('staff'), await this.make('/cms/customer', actor)]
        const file = new File([`user_id,customer\n${customer},1\n`], `${name}.csv`)
        return this.send(collection, file, { promotion_id: String(id) })
      },
      '/cms/theme': () => post(collection, { name }),
      '/cms/freight_template': () => post(collection, { name, charge: 'piece', rules: [freightRule] }),
      // Only its maker can rotate it.
      '/cms/api_key': () =>
        post(
          collection,
          { name, permission_codes: [], access: 'read', expires_at: null },
          actor.kind === 'staff' ? actor.token : undefined,
        ),
      '/cms/webhook': async () => {
        const { items } = Webhooks.parse(
          await this.call({ method: 'GET', path: `${collection}?size=100`, token: this.keeper }),
        )
        // There may be 20.
        for (const { id } of items.slice(10))
          await this.call({ method: 'DELETE', path: `${collection}/${id}`, token: this.keeper })
        return post(collection, { url: deadEnd, types: ['order.paid'], enabled: false })
      },
      '/cms/store': () => post(collection, { name, ...storePlace }),
      // The first account of the demonstration can be used.
      '/cms/waybill': async () => post(collection, { order_id: await this.sellOrder(1), version: 2, account_id: 1 }),
      '/cms/carrier_account': () => post(collection, { delivery_id: 'YTO', biz_id: name, password: accountPassword }),
      // Stopped, because only few may run at the same time.
      '/cms/promotion': () =>
        post(collection, {
          name,
          label: '满减',
          gives: 'reduction',
          enabled: false,
          ...promotionPeriod,
          tiers: [tier],
        }),
      [takable]: () => this.offerCoupons('customer'),
      '/cms/promotion/{id}/grant': () => this.offerCoupons('staff'),
      '/cms/promotion/{id}/code': () => this.offerCoupons('code'),
      '/cms/coupon': async () => {
        const [id, customer] = [await this.offerCoupons('staff'), await this.make('/cms/customer', actor)]
        const body = { user_ids: [customer] }
        const granted = await this.call({
          method: 'POST',
          path: `/cms/promotion/${id}/grant`,
          token: this.keeper,
          body,
        })
        return Granted.parse(granted).results[0]?.coupon_id
      },
      '/cms/banner': () => post(collection, { name }),
      '/cms/notice': () => post(collection, { title: name, content: '<p>茶</p>' }),
      '/cms/article': () => post(collection, { title: name, content: `<p>${name}</p>` }),
      // For the caller, because no other user can see it.
      '/cms/view': () =>
        post(
          collection,
          { list: 'order', name, query: '', columns: ['id'] },
          actor.kind === 'staff' ? actor.token : undefined,
        ),
      '/cms/file': () => this.upload(name),
      '/cms/file/folder': () => post(collection, { name }),
      [deletedProduct]: async () => {
        const id = await this.make('/cms/product', actor)
        await this.call({ method: 'DELETE', path: `/cms/product/${id}`, token: this.keeper })
        return id
      },
      [articleVersion]: async () => {
        const id = await this.make('/cms/article', actor)
        const path = `/cms/article/${id}/version`
        const [version] = Page.parse(await this.call({ method: 'GET', path, token: this.keeper }))
        return { id, vid: version?.id }
      },
      [staffSession]: async () => {
        const { id } = await this.newStaff({})
        const [session] = Page.parse(
          await this.call({ method: 'GET', path: `/cms/user/${id}/session`, token: this.keeper }),
        )
        return { id, sid: session?.id }
      },
    }
    const made = await makers[collection]()
    this.add(isOfOneCustomer(collection) ? poolKey(collection, actor) : collection, made)
    return made
  }

  /**
   * Requests an invoice for a paid order. Returns the id of the invoice. `of`: the customer; by default, any customer.
   */
  private async askForInvoice(of?: Actor): Promise<unknown> {
    const { id, buyer } = of ? { id: await this.make('/v1/order', of), buyer: of } : await this.placeOrder(1)
    await this.payFully(buyer, id)
    const body = { order_id: id, kind: 'personal', title: this.name('fz-') }
    return Created.parse(await this.call({ method: 'POST', path: '/v1/invoice', token: buyer.token, body })).id
  }

  /** Issues an invoice for an order of two pieces. Returns the ids of the invoice and of the order. */
  private async openInvoice(): Promise<{ id: unknown; order_id: unknown }> {
    const { id: order_id, buyer } = await this.placeOrder(2)
    await this.payFully(buyer, order_id)
    const token = this.keeper
    const asked = { order_id, kind: 'personal', title: this.name('fz-') }
    const { id } = Created.parse(
      await this.call({ method: 'POST', path: '/v1/invoice', token: buyer.token, body: asked }),
    )
    const { kept_amount: amount } = Kept.parse(await this.call({ method: 'GET', path: `/cms/invoice/${id}`, token }))
    const issued = { number: `${10_000_000 + Number(id)}`, amount, version: 1 }
    await this.call({ method: 'POST', path: `/cms/invoice/${id}/issue`, token, body: issued })
    return { id, order_id }
  }

  /**
   * Issues an invoice for an order of two pieces, and refunds one piece, so that the invoice must be replaced. Returns
   * the id of the invoice.
   */
  private async openReplacement(): Promise<unknown> {
    const { id, order_id } = await this.openInvoice()
    const token = this.keeper
    const { version, items } = StaffOrder.parse(
      await this.call({ method: 'GET', path: `/cms/order/${order_id}`, token }),
    )
    const refunded = {
      items: items.map((item) => ({ order_item_id: item.id, count: 1 })),
      reason_code: 'other',
      version,
    }
    await this.call({ method: 'POST', path: `/cms/order/${order_id}/refund`, token, body: refunded })
    return id
  }

  /**
   * Creates a promotion that gives its reduction only with a coupon, so that other orders keep the usual prices.
   * Returns the id of the promotion.
   */
  private async offerCoupons(coupon_source: string): Promise<number> {
    const body = {
      name: this.name('fz-'),
      label: '券',
      gives: 'reduction',
      starts_at: new Date(Date.now() - 86_400_000).toISOString(),
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      tiers: [tier],
      coupon_source,
      per_customer: 999,
    }
    return Created.parse(await this.call({ method: 'POST', path: '/cms/promotion', token: this.keeper, body })).id
  }

  /** Uploads a picture of one pixel with a random color. Returns the id of the file. */
  private async upload(name: string): Promise<number> {
    const { default: sharp } = await import('sharp')
    const [r, g, b] = randomBytes(3)
    const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: { r, g, b } } })
      .png()
      .toBuffer()
    return this.send('/cms/file', new File([new Uint8Array(picture)], `${name}.png`, { type: 'image/png' }))
  }

  /** Uploads a file and returns the id of the created record. */
  private async send(path: string, file: File, fields: Record<string, string> = {}): Promise<number> {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', file)
    const headers = { authorization: `Bearer ${this.keeper}` }
    const answer = await fetch(this.origin + path, { method: 'POST', headers, body: form })
    return Created.parse(await answer.json()).id
  }

  /** Returns the id of a SKU with enough pieces in stock. */
  private skuInStock = async (count = 1): Promise<number> => (await this.inStock(count)).sku_id

  /**
   * Returns the ids of a product and of its first SKU with at least `count` pieces in stock. Searches the recent
   * products, because requests of the run may have bought all pieces of a known product. Throws if all are sold out.
   */
  private async inStock(count = 1): Promise<{ id: number; sku_id: number }> {
    for (const { id } of Page.parse(await this.call({ method: 'GET', path: '/v1/product/recent?size=50' }))) {
      const { skus } = Product.parse(await this.call({ method: 'GET', path: `/v1/product/${id}` }))
      const sku = skus.find(({ stock }) => stock >= count)
      if (sku) return { id, sku_id: sku.id }
    }
    throw new Error('All products are sold out.')
  }

  /**
   * Returns the caller who sends a request: a new caller if the request would end the session or the account of
   * `actor`, else `actor`.
   */
  async stand(target: Target, actor: Actor): Promise<Actor> {
    if (!endsCaller.has(target.name) || actor.kind === 'nobody') return actor
    // A customer with a mini-program user cannot join another one.
    if (target.name === 'PUT /v1/user/mini_program' && actor.kind === 'customer') return this.newUnjoined(actor.name)
    if (actor.kind === 'customer') return this.newCustomer(actor.name)
    if (target.name !== 'DELETE /v1/token') return actor
    const { token } = await this.newStaff({ is_root: actor.is_root })
    return { ...actor, token }
  }

  /** Returns the value to send for a {@link Late} value. */
  async fill(
    { source, at }: Late,
    { target, actor, isForeign, id }: { target: Target; actor: Actor; isForeign: boolean; id: unknown },
  ): Promise<unknown> {
    if (source === 'version') {
      const record = await this.call({ method: 'GET', path: `${target.collection}/${id}`, token: this.keeper }).catch(
        () => {},
      )
      // Every fourth version is wrong by one.
      return (Versioned.safeParse(record).data?.version ?? 1) + (at % 4 === 0 ? 1 : 0)
    }
    if (source === 'order_item') {
      const order = await this.call({ method: 'GET', path: `/cms/order/${id}`, token: this.keeper }).catch(() => {})
      const items = StaffOrder.safeParse(order).data?.items ?? []
      return items[at % (items.length + 1)]?.id ?? 1
    }
    if (source === 'kept_amount') {
      const invoice = await this.call({ method: 'GET', path: `/cms/invoice/${id}`, token: this.keeper }).catch(() => {})
      // Every fourth amount is wrong by one.
      return (Kept.safeParse(invoice).data?.kept_amount ?? 1) + (at % 4 === 0 ? 1 : 0)
    }
    if (source === 'shared_no') return this.share(actor)
    if (source === 'pickup_code') return this.codes.get(Number(id ?? (await this.sellPickup()))) ?? '000000000001'
    if (source === 'after_sale' || source === 'after_sale_preview' || source === 'invoice_request') {
      const isAble = actor.kind === 'customer' && actor.name !== 'demonstration customer' && !isForeign
      // An order of the witness, or one that does not exist.
      const ofOther = { ...outOfReach, order_id: this.poolOf('/v1/order', this.witness)[0] ?? 1 }
      const paid = async () => {
        const order_id = await this.make('/v1/order', actor)
        await this.payFully(actor, order_id)
        return order_id
      }
      if (source === 'invoice_request') {
        const order_id = isAble ? await paid() : ofOther.order_id
        return { order_id, kind: at % 4 === 0 ? 'company' : 'personal', title: '林晚' }
      }
      const { reason_code, ...asked } = isAble ? await this.caseAbout(await paid(), 'refund') : ofOther
      if (source === 'after_sale_preview') return asked
      return { ...asked, reason_code: isAble && at % 4 === 0 ? 'no reason' : reason_code }
    }
    if (source === 'own_login_code' || source === 'login_code') {
      const openid = source === 'own_login_code' && actor.openid ? actor.openid : this.name('o-')
      return (await this.sandbox({ action: 'login_code', openid })).code
    }
    if (source === 'phone_code') {
      const phone = `1${String(5_000_000_000 + ((this.seed * 100_003 + this.count++) % 4_000_000_000))}`
      return (await this.sandbox({ action: 'phone_code', phone, openid: actor.openid })).code
    }
    const values = this.poolOf(source, isForeign && isOfOneCustomer(source) ? this.witness : actor)
    const open = values.filter((value) => !this.isKept(source, value))
    const from = open.length > 0 ? open : values
    return from.length > 0 ? from[at % from.length] : 1 + (at % 5)
  }

  private isKept = (collection: string, id: unknown): boolean =>
    typeof id === 'number' && (this.kept.get(collection)?.has(id) ?? false)

  /**
   * Whether a request must not be sent, because it would change a record that the callers depend on, and so end the
   * run.
   */
  isForbidden({ method, collection }: Target, id: string | undefined): boolean {
    return method !== 'GET' && id !== undefined && this.isKept(collection, Number(id))
  }

  /**
   * Returns the body to send. In a body that changes settings, replaces the values of the raised limits by their raised
   * values. Returns other bodies unchanged.
   */
  settled(target: Target, body: unknown): unknown {
    if (target.name !== 'PUT /cms/config' || typeof body !== 'object' || body === null || Array.isArray(body))
      return body
    const keeping = (name: string, value: unknown) =>
      name in raised && (value === null || typeof value === 'boolean' || Number.isInteger(value)) ? raised[name] : value
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, keeping(name, value)]))
  }

  /**
   * Updates the pools after a response: adds the id of a created record, and removes ids that the request has or may
   * have used up.
   */
  note(target: Target, actor: Actor, params: Record<string, string>, status: number, answer: unknown): void {
    const pool = isOfOneCustomer(target.collection) ? poolKey(target.collection, actor) : target.collection
    if (status === 201 && target.path === target.collection) {
      const made = Created.safeParse(answer).data
      if (made) this.add(pool, made.id)
    }
    const { id, sid } = params
    if (target.method === 'DELETE' && id !== undefined && sid === undefined)
      this.pools.set(
        pool,
        (this.pools.get(pool) ?? []).filter((one) => String(one) !== id),
      )
    const parts = partsOf(target.path)
    if (parts !== undefined) this.pools.set(parts, [])
    // The same step cannot be made again.
    const source = sourceOfId(target)
    if (status < 400 && isOfStep(source)) this.pools.set(isOfOneCustomer(source) ? poolKey(source, actor) : source, [])
  }

  /** Returns the rows of the audit log about the request with this id. */
  async operations(request_id: string) {
    const answer = await this.call({ method: 'GET', path: `/cms/oper_log?q=${request_id}`, token: this.keeper })
    return Operations.parse(answer).items
  }

  /** Returns the texts of `marks` that a text contains. Each of them shows that data of the witness was disclosed. */
  marksIn = (text: string): string[] => Object.values(marks).filter((mark) => text.includes(mark))

  /**
   * Returns the faults that are visible at the end of the run: changed records of the witness, or new permissions of
   * staff.
   */
  async close(): Promise<string[]> {
    const faults: string[] = []
    if ((await this.witnessed()) !== this.before) faults.push('Records of a customer were changed by others.')
    const staff = this.actors.find(({ name }) => name === 'staff')
    const { permission_codes, is_root } = z
      .object({ permission_codes: z.array(z.string()), is_root: z.boolean() })
      .parse(await this.call({ method: 'GET', path: '/v1/user', token: staff?.token }))
    const gained = permission_codes.filter((code) => !staff?.codes.has(code))
    if (is_root || gained.length > 0) faults.push(`Staff gained permissions: ${is_root ? 'root' : gained.join(', ')}.`)
    return faults
  }
}

const Granted = z.object({ results: z.array(z.object({ coupon_id: z.int().nullable() })) })
const Collected = z.object({ pickup: z.object({ code: z.string() }) })
const Prepared = z.looseObject({ payment_no: z.string() })

const Operations = z.object({
  items: z.array(
    z.object({
      request_id: z.string(),
      method: z.string(),
      status: z.int(),
      code: z.string().nullable(),
      success: z.boolean(),
    }),
  ),
})

const demonstrationOpenid = 'oSandboxCustomer000000000001'

/**
 * Waits until `isDone` resolves to true, for work that the server does after its response. Throws the message `failure`
 * after 100 attempts.
 */
async function until(failure: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isDone()); round++) {
    if (round > 100) throw new Error(failure)
    await wait(20)
  }
}

const nobody: Actor = {
  name: 'nobody',
  kind: 'nobody',
  token: undefined,
  openid: undefined,
  codes: new Set(),
  is_root: false,
}

const staffSession = '/cms/user/{id}/session'
/** The source of ids of promotions whose coupons customers can take. */
const takable = '/v1/promotion'
const deletedProduct = '/cms/product/{id}/restore'
const failedRefund = '/cms/order/{id}/refund'
const shipment = '/cms/order/{id}/shipment'
const articleVersion = '/cms/article/{id}/version'

/**
 * Whether ids of this source can be used only once: the ids for steps of after-sale cases and invoices, and of orders
 * to remove or collect.
 */
const isOfStep = (source: string) =>
  /\/(?:after_sale|invoice)\/\{id\}\//.test(source) || source === finishedOrder || source === collectable

const outOfReach = { kind: 'refund', reason_code: 'other', items: [{ order_item_id: 1, count: 1 }] }

/** The collections in which each record belongs to one customer. */
const ownCollections = new Set([
  '/v1/address',
  '/v1/order',
  '/v1/order/by_payment',
  finishedOrder,
  '/v1/user/session',
  '/v1/after_sale',
  '/v1/after_sale/{id}/return',
  '/v1/after_sale/{id}/withdraw',
  '/v1/after_sale/{id}/dispute',
  '/v1/invoice',
])

export const isOfOneCustomer = (collection: string) => ownCollections.has(collection)

const poolKey = (collection: string, owner: Actor | undefined) =>
  owner && isOfOneCustomer(collection) ? `${owner.openid} ${collection}` : collection

const made = [
  '/v1/address',
  '/v1/order',
  '/v1/order/by_payment',
  finishedOrder,
  '/v1/user/session',
  '/v1/after_sale',
  '/v1/after_sale/{id}/return',
  '/v1/after_sale/{id}/withdraw',
  '/v1/after_sale/{id}/dispute',
  '/v1/invoice',
  '/cms/invoice',
  '/cms/order/{id}/preview',
  '/cms/invoice/{id}/issue',
  '/cms/invoice/{id}/correct',
  '/cms/invoice/{id}/refuse',
  '/cms/invoice/{id}/replace',
  '/cms/after_sale',
  '/cms/after_sale/{id}/approve',
  '/cms/after_sale/{id}/reject',
  '/cms/after_sale/{id}/return',
  '/cms/after_sale/{id}/receive',
  '/cms/after_sale/{id}/refuse',
  '/cms/after_sale/{id}/decide',
  '/cms/order',
  '/cms/customer',
  '/cms/user',
  '/cms/group',
  '/cms/menu',
  '/cms/element',
  '/cms/dict_type',
  '/cms/dict',
  '/cms/category',
  '/cms/product',
  '/cms/product/import',
  '/cms/order/import',
  '/cms/invoice/import',
  '/cms/promotion/import',
  '/cms/coupon/import',
  '/cms/theme',
  '/cms/freight_template',
  '/cms/api_key',
  '/cms/webhook',
  '/cms/store',
  '/cms/carrier_account',
  '/cms/waybill',
  '/cms/promotion',
  takable,
  '/cms/promotion/{id}/grant',
  '/cms/promotion/{id}/code',
  '/cms/coupon',
  '/cms/banner',
  '/cms/notice',
  '/cms/article',
  '/cms/view',
  '/cms/file',
  '/cms/file/folder',
  articleVersion,
  failedRefund,
  collectable,
  shipment,
  deletedProduct,
  staffSession,
] as const
type Made = (typeof made)[number]
type Step = Made extends infer Path ? (Path extends `${string}/after_sale/{id}/${infer Name}` ? Name : never) : never
const isMade = (collection: string): collection is Made => made.some((one) => one === collection)

/**
 * The operations that may end the session of the caller or close the account, or that change the password or the
 * identities.
 */
const endsCaller = new Set([
  'DELETE /v1/token',
  'DELETE /v1/user',
  'POST /v1/user/close',
  'PUT /v1/user/mini_program',
  'POST /v1/user/mobile',
  'PUT /v1/user/password',
])

const userName = fc.stringMatching(/^[a-z][a-z0-9_.-]{4,20}$/)
const email = fc.emailAddress().filter((text) => text.length < 60)
const phone = fc.stringMatching(/^1[3-9][0-9]{9}$/)
const slot = fc.stringMatching(/^[a-z][a-z0-9_.-]{4,20}$/)
const bannerItems = fc.constantFrom(
  [],
  [
    { image_url: '/demo/b-home-1.webp' },
    { image_url: '/demo/b-home-2.webp', target_type: 'url', target: 'https://fuzz.example/' },
  ],
)

/** The source of products with a single SKU. An order can name such a product without naming the SKU. */
const singleSku = 'products of one SKU'

const general: Sources = {
  address_id: '/v1/address',
  order_id: '/v1/order',
  sku_id: 'sku',
  sku_no: 'sku_no',
  product_id: singleSku,
  menu_id: '/cms/menu',
  menu_ids: '/cms/menu',
  parent_id: '/cms/menu',
  element_ids: '/cms/element',
  group_id: '/cms/group',
  group_ids: '/cms/group',
  user_id: '/cms/user',
  permission_code: 'permission',
  permission_codes: 'permission',
  version: 'version',
}

const trackingNo = fc.stringMatching(/^SF[0-9]{12}$/)

const late = (source: string) => fc.nat(1_000).map((at) => new Late(source, at))

const invoiceNumber = fc.bigInt({ min: 10n ** 19n, max: 10n ** 20n - 1n }).map(String)

const issuedInvoice = fc.record({
  number: invoiceNumber,
  amount: late('kept_amount'),
  version: late('version'),
})

const product: Sources = {
  category_id: '/cms/category',
  images: fc.constantFrom([], ['/demo/b-home-1.webp']),
  freight_template_id: fc.oneof(fc.constant(null), late('/cms/freight_template')),
}

const freightRule = { regions: [], first: 1, first_fee: 800, next: 100, next_fee: 200 }

/**
 * Arbitraries for periods of days. Some of the periods end before they begin and must be refused: the last value of
 * `to` is before the second value of `from`.
 */
const days: Sources = {
  from: fc.constantFrom('2026-01-01', '2026-10-01'),
  to: fc.constantFrom('2026-10-08', '2027-01-01', '2026-09-30'),
}

/** Returns an arbitrary that generates `usual` in four of five cases, and otherwise one of `others`. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const order: Sources = {
  // A made-up amount differs from the price.
  expected_amount: fc.constantFrom(undefined, undefined, undefined, 1),
  coupon_id: fc.constantFrom(undefined, undefined, undefined, 1),
  // Goods that are sent have no contact, and others no address.
  store_id: mostly(undefined, 1),
  contact: mostly(undefined, { name: '王小明', mobile: '13800001234' }),
  count: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(1, 2) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 999 }) },
  ),
}

/** The period of promotions, in the future, so that promotions affect no orders and their terms can be changed. */
const promotionPeriod = { starts_at: '2090-01-01T00:00:00.000Z', ends_at: '2090-02-01T00:00:00.000Z' }

const tier = { from_amount: 10_000, off_amount: 1_000 }

const orderReceiver = {
  name: '王小明',
  mobile: '13800001234',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  detail: '龙井路 1 号',
}

/** Arbitraries for addresses of customers: the products are delivered to this province. */
const address: Sources = {
  province: fc.constant(orderReceiver.province),
  city: mostly(orderReceiver.city, '宁波市', '海底'),
}

/** An arbitrary for an order that staff place for a customer. */
const staffOrder = fc.record(
  {
    user_id: late('/cms/customer'),
    items: fc.tuple(
      fc.record({ sku_id: late('sku'), count: fc.constantFrom(1, 1, 2, 999), price: fc.constantFrom(100, 1_000) }),
    ),
    receiver: fc.constant(orderReceiver),
    freight_amount: fc.constantFrom(0, 800),
    discount_amount: fc.constantFrom(0, 10, 10 ** 9),
    note: fc.constantFrom('', '老顾客'),
  },
  { requiredKeys: ['user_id', 'items', 'receiver'] },
)

const storePlace = { phone: '0571-8888 8888', province: '浙江省', city: '杭州市', detail: '青梧路 18 号' }

/** Arbitraries for the provinces, cities and districts of stores. Most are in the list of regions. */
const store: Sources = {
  phone: fc.constant(storePlace.phone),
  province: fc.constant(storePlace.province),
  city: mostly(storePlace.city, '宁波市', '海底'),
}

const accountPassword = `${secretPrefix}a8hq27vv0qkd`

const sender = {
  province: fc.constant(storePlace.province),
  city: mostly(storePlace.city, '宁波市', '海底'),
  sender_name: fc.constant('青梧茶铺'),
  sender_phone: fc.constant(storePlace.phone),
  district: fc.constant(''),
  detail: fc.constant(storePlace.detail),
}

/**
 * Arbitraries for the values of promotions. Most of the values fit together, because the fuzzer creates few promotions,
 * so that most of its requests succeed.
 */
const promotion: Sources = {
  starts_at: fc.constant(promotionPeriod.starts_at),
  ends_at: mostly(promotionPeriod.ends_at, '2090-03-01T00:00:00.000Z', '2089-01-01T00:00:00.000Z'),
  scope: mostly('all', 'products', 'categories'),
  category_ids: '/cms/category',
  product_ids: singleSku,
  except_product_ids: fc.constant([]),
  // The last tiers must be refused: the second one gives less.
  tiers: mostly(
    [tier],
    [tier, { from_amount: 20_000, off_permille: 200, at_most: 5_000 }],
    [{ nth: 2, off_permille: 500 }],
    [tier, { from_amount: 20_000, off_amount: 1 }],
  ),
  repeats: mostly(false, true),
  gives: mostly('reduction', 'freight'),
  skus: fc.constant([]),
  coupon_source: mostly(null, 'customer', 'registration'),
  per_customer: fc.constant(1),
  total: fc.constant(null),
  valid_days: fc.constant(null),
  shared_code: mostly(null, 'FUZZ'),
}

/**
 * Arbitraries for the values of shipping templates that deliver to the addresses of the fuzzer. The last alternatives
 * of `rules` and of `no_delivery` must be refused.
 */
const freight_template: Sources = {
  rules: mostly([freightRule], [{ ...freightRule, regions: ['540000'] }, freightRule], [freightRule, freightRule]),
  no_delivery: mostly([], ['650000'], ['650100', '990000']),
  // The default stays, so that orders can be placed.
  is_default: fc.constant(undefined),
}

const special: Record<string, Sources> = {
  '/cms/order/{id}': { order_item_id: 'order_item' },
  '/v1/address': address,
  '/v1/address/{id}': address,
  '/v1/order': order,
  '/v1/order/preview': order,
  // A filter: with an order of another customer, the list is empty.
  '/v1/after_sale': { order_id: fc.integer({ min: 1, max: 1_000 }) },
  '/v1/user': { code: 'own_login_code' },
  '/v1/user/close': { code: 'own_login_code' },
  '/v1/user/password': { code: 'own_login_code' },
  '/v1/user/mini_program': { code: 'login_code' },
  '/v1/user/mobile': { code: 'phone_code' },
  '/v1/product/by_category': { id: '/v1/category' },
  '/cms/dashboard/sales': days,
  '/cms/dashboard/top': days,
  '/cms/dashboard/statement': days,
  '/cms/dict': { type: 'dict_type' },
  '/cms/category': { parent_id: '/cms/category' },
  '/cms/category/{id}': { parent_id: '/cms/category', move_to: '/cms/category' },
  '/cms/product': { ...product, specs: fc.constant([]), skus: fc.constant([{ price: 100, stock: 5 }]) },
  '/cms/product/{id}': { ...product, specs: fc.constant(undefined), skus: fc.constant(undefined) },
  '/cms/product/bulk': { ids: fc.array(late('/cms/product'), { minLength: 1, maxLength: 3 }), ...product },
  '/cms/product/bulk_delete': { ids: fc.array(late('/cms/product'), { minLength: 1, maxLength: 3 }) },
  '/cms/stock/adjust': {
    delta: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(10 ** 9), max: 10 ** 9 })),
  },
  '/cms/theme': { product_ids: singleSku },
  '/cms/theme/{id}': { product_ids: singleSku },
  '/cms/freight_template': freight_template,
  // A charge by weight alone may be refused at a rule that was not sent, whose input the form marks.
  '/cms/freight_template/{id}': { ...freight_template, charge: fc.constant('piece') },
  '/cms/store': store,
  '/cms/store/{id}': store,
  '/cms/promotion': promotion,
  '/cms/promotion/{id}': promotion,
  '/cms/promotion/estimate': promotion,
  '/cms/promotion/{id}/grant': { user_ids: fc.array(late('/cms/customer'), { minLength: 1, maxLength: 3 }) },
  '/cms/promotion/{id}/code': { count: mostly(2, 10_000, 10_001) },
  '/v1/coupon': { promotion_id: takable, code: fc.constantFrom(undefined, undefined, '0000-0000-0000') },
  '/cms/banner': { name: slot, items: bannerItems },
  '/cms/banner/{id}': { name: slot, items: bannerItems },
  '/cms/menu': { path: fc.constantFrom(null, '/admin/fuzz', 'https://fuzz.example/') },
  '/cms/config': Object.fromEntries(Object.entries(raised).map(([name, value]) => [name, fc.constant(value)])),
}

const treeOrder = (collection: string) =>
  fc.record({
    items: fc.array(
      fc.record({
        id: late(collection),
        parent_id: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: late(collection) }),
        sort_order: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })

/** No server listens there. */
const deadEnd = 'http://127.0.0.1:65535/'

/** The sources of values that depend on each other, by operation. `whole` is the source of the whole body. */
const accounts: Record<string, Sources> = {
  'POST /v1/token': {
    whole: fc.oneof(
      fc.constant({ type: 100, account: 'customer', secret: password }),
      fc.record({ type: fc.constant(200), account: late('login_code') }),
    ),
  },
  'POST /cms/carrier_account': {
    delivery_id: mostly('YTO', 'FUZZ'),
    password: fc.constant(accountPassword),
  },
  // A part of the sender alone is refused at another part, which was not sent.
  'PUT /cms/carrier_account/{id}': {
    whole: fc.oneof(
      fc.record({ ...sender, version: late('version') }),
      fc.record({ service_type: mostly(0, 9), version: late('version') }),
      fc.record({ is_default: fc.boolean(), version: late('version') }),
      fc.record({ enabled: fc.boolean(), version: late('version') }),
    ),
  },
  'POST /cms/carrier_account/{id}/unbind': { password: fc.constant(accountPassword) },
  'POST /cms/webhook': { url: fc.constantFrom(deadEnd, 'https://10.0.0.1/') },
  'PUT /cms/webhook/{id}': { url: fc.constantFrom(deadEnd, 'https://10.0.0.1/') },
  'PUT /cms/menu/order': { whole: treeOrder('/cms/menu') },
  'PUT /cms/category/order': { whole: treeOrder('/cms/category') },
  'PUT /cms/order/{id}': {
    whole: fc.oneof(
      fc.record({ receiver: fc.constant(orderReceiver), version: late('version') }),
      fc.record({ freight_amount: fc.constantFrom(0, 800), version: late('version') }),
      fc.record({ discount_amount: fc.constantFrom(0, 1, 10 ** 9), version: late('version') }),
    ),
  },
  'GET /v1/order/shared/{order_no}': { order_no: late('shared_no') },
  'POST /v1/pay/pre_order': {
    whole: fc.oneof(fc.record({ order_id: late('/v1/order') }), fc.record({ order_no: late('shared_no') })),
  },
  'GET /cms/order/print': { ids: '/cms/order' },
  'GET /cms/order/refund/preview': { ids: '/cms/order' },
  'GET /cms/waybill/label': { ids: '/cms/waybill' },
  'GET /cms/waybill/order': { ids: '/cms/order', order_no: late('shared_no') },
  'POST /cms/waybill': {
    whole: fc.record({
      order_id: late('/cms/order'),
      // 2: the order was paid, and nothing else was changed.
      version: fc.constantFrom(1, 2, 2, 3),
      account_id: fc.constantFrom(1, 2, 3),
    }),
  },
  'POST /cms/waybill/print': { ids: fc.array(late('/cms/waybill'), { minLength: 1, maxLength: 3 }) },
  'POST /cms/order': { whole: staffOrder },
  'POST /cms/order/preview': { whole: staffOrder },
  'POST /cms/order/print': { ids: fc.array(late('/cms/order'), { minLength: 1, maxLength: 3 }) },
  'GET /cms/order/pickup': { code: late('pickup_code'), store_id: mostly(undefined, 1) },
  'POST /cms/invoice/{id}/issue': { whole: issuedInvoice },
  'POST /cms/invoice/{id}/correct': { whole: fc.record({ number: invoiceNumber, version: late('version') }) },
  'POST /cms/invoice/{id}/replace': { whole: issuedInvoice },
  'POST /cms/order/{id}/collect': {
    whole: fc.record({
      code: fc.oneof(
        { weight: 4, arbitrary: late('pickup_code') },
        { weight: 1, arbitrary: fc.constant('000000000000') },
      ),
      version: late('version'),
    }),
  },
  'POST /cms/order/{id}/ship': {
    whole: fc.record({
      method: fc.constant('express'),
      carrier: fc.constantFrom('SF', 'SF', 'no carrier'),
      tracking_no: trackingNo,
      version: late('version'),
    }),
  },
  'POST /cms/order/{id}/cancel': {
    whole: fc.record({
      reason_code: fc.constantFrom('other', 'other', 'no reason'),
      version: late('version'),
    }),
  },
  'POST /cms/order/{id}/shipment/{sid}/correct': {
    whole: fc.record({
      carrier: fc.constantFrom('SF', 'SF', 'no carrier'),
      tracking_no: trackingNo,
      version: late('version'),
    }),
  },
  'POST /cms/order/{id}/refund': {
    whole: fc.record({
      items: fc.tuple(fc.record({ order_item_id: late('order_item'), count: fc.constantFrom(1, 1, 2) })),
      reason_code: fc.constantFrom('other', 'other', 'no reason'),
      version: late('version'),
    }),
  },
  'POST /v1/invoice': { whole: late('invoice_request') },
  // A tax number of other characters is empty.
  'PUT /v1/invoice/{id}': { whole: fc.record({ kind: fc.constant('personal'), title: fc.constantFrom('林晚', '') }) },
  'POST /v1/after_sale': { whole: late('after_sale') },
  'POST /v1/after_sale/preview': { whole: late('after_sale_preview') },
  'POST /v1/after_sale/{id}/return': {
    whole: fc.record({ carrier: fc.constantFrom('SF', 'SF', 'no carrier'), tracking_no: trackingNo }),
  },
  'POST /v1/after_sale/{id}/dispute': { whole: fc.record({ description: fc.constantFrom('再看', '') }) },
  'POST /cms/after_sale/{id}/approve': {
    whole: fc.record({ amount: fc.constantFrom(undefined, undefined, 1, 10 ** 8), version: late('version') }),
  },
  'POST /cms/after_sale/{id}/return': {
    whole: fc.record({
      carrier: fc.constantFrom('SF', 'SF', 'no carrier'),
      tracking_no: trackingNo,
      version: late('version'),
    }),
  },
  'POST /cms/after_sale/{id}/receive': {
    whole: fc.record({
      restock: fc.constantFrom([], [], [{ order_item_id: 1, count: 1 }]),
      version: late('version'),
    }),
  },
  'POST /cms/after_sale/{id}/decide': {
    whole: fc.record({ approve: fc.boolean(), note: fc.constantFrom('不符', ''), version: late('version') }),
  },
  'POST /v1/user': {
    whole: fc.oneof(
      fc.record({ type: fc.constant(100), account: userName, secret: fc.constant(`${secretPrefix}a8hq27vv0qkd`) }),
      fc.record({ type: fc.constant(101), account: email, secret: fc.constant(`${secretPrefix}a8hq27vv0qkd`) }),
      fc.record({ type: fc.constant(102), account: phone, secret: fc.constant(`${secretPrefix}a8hq27vv0qkd`) }),
    ),
  },
}

/** Returns the sources of an operation's values, by the name of the field. `whole` is the source of the whole body. */
export const sourcesOf = ({ name, path }: Target): Sources => ({ ...general, ...special[path], ...accounts[name] })
