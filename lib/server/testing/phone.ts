import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { z } from 'zod'
import { problems } from '@/lib/kit/api/endpoint/problem'
import { respond } from '@/lib/kit/api/run/respond'
import { responseOf } from '@/lib/kit/api/run/response'
import { controlSandbox } from '@/lib/platform/sandbox/endpoints'
import { dispatch } from './api'
import { watch } from './secrets'

/* Runs the unchanged scripts of examples/mini-program. Sign-in and payments are those of the simulated platform. */

export const sampleFolder = join(import.meta.dirname, '../../../examples/mini-program')
export const readSample = (file: string) => readFileSync(join(sampleFolder, file), 'utf8')

const origin = 'http://localhost:3000'

/** Scripts of the sample mini-program have no types. */
type Script = (...given: unknown[]) => unknown
const Script = z.custom<Script>((value) => typeof value === 'function')

/** Exports of a script, members of a page, or its data. */
type Members = Record<string, unknown>
const Page = z.looseObject({ data: z.record(z.string(), z.unknown()) })
type Page = z.output<typeof Page>

export type Fault =
  /** Not received by the shop. */
  | 'offline'
  /** Processed, and the response is lost. */
  | 'answer_lost'
  /** 503 or 409 without processing. */
  | 'unavailable'
  | 'in_progress'
  | 'slow'

export interface Exchange {
  /** Shown when the request was sent. */
  page: string
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: unknown
  /** null: no response. */
  status: number | null
  text: string
}

export interface Screen {
  path: string
  page: Page
}

interface Tap {
  dataset?: Record<string, unknown>
  detail?: Record<string, unknown>
}

interface PhoneRequest {
  url: string
  method?: string
  data?: unknown
  header?: Record<string, string>
  success(answer: object): void
  fail(result: object): void
}

interface WechatRequest {
  success(result: object): void
  fail(result: object): void
}

export interface PhoneInput {
  openid: string
  /** Replace the settings of the sample mini-program. */
  config?: Record<string, unknown>
}

/** Even if the program requests more. Short for fast tests, but long enough for callbacks to arrive. */
const longestWait = 30

export class Phone {
  readonly exchanges: Exchange[] = []
  readonly storage = new Map<string, unknown>()
  /** Toasts and questions, in sequence. */
  readonly shown: string[] = []
  /** As requested, in milliseconds. */
  readonly waits: number[] = []
  readonly clipboard: string[] = []
  readonly opened: string[] = []
  /** As the customer chooses. WeChat gives empty texts for missing fields. */
  invoiceTitle = {
    type: '0',
    title: '杭州青梧茶业有限公司',
    taxNumber: '91330106MA2CFX5N3G',
    companyAddress: '',
    telephone: '',
    bankName: '招商银行',
    bankAccount: '',
  }
  /** As the customer has it in WeChat. */
  address = {
    userName: '林晚',
    telNumber: '13800001024',
    provinceName: '浙江省',
    cityName: '杭州市',
    countyName: '拱墅区',
    detailInfo: '青梧路 18 号',
  }
  /** Why the windows of WeChat and downloads fail; undefined: they succeed. */
  wechatFault: 'cancel' | 'auth deny' | undefined
  downloadStatus = 200
  logins = 0
  payment: 'pay' | 'cancel' | 'fail' = 'pay'
  reply: boolean | string = true
  private readonly stack: Screen[] = []
  private readonly tabs = new Map<string, Screen>()
  private readonly modules = new Map<string, { exports: Members }>()
  private readonly running = new Set<Promise<unknown>>()
  private readonly failures: unknown[] = []
  private faults: { fault: Fault; on: string }[] = []
  private definition: unknown
  private app: unknown

  constructor(private readonly given: PhoneInput) {
    if (given.config) this.modules.set('config.js', { exports: { ...this.require('config.js'), ...given.config } })
    this.require('app.js')
  }

  /** `on`: such as `POST /v1/order`. */
  next(fault: Fault, on: string): void {
    this.faults.push({ fault, on })
  }

  get screen(): Screen {
    const top = this.stack.at(-1)
    if (!top) throw new Error('no page is open')
    return top
  }

  get data(): Members {
    return this.screen.page.data
  }

  /** As by a link, until the page has loaded. Returns its data. */
  async visit(path: string, query: Record<string, string | number> = {}): Promise<Members> {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const url = `/pages/${path}/index${search.size > 0 ? `?${search}` : ''}`
    if (isTab(`pages/${path}/index`)) this.switchTab(url)
    else {
      this.stack.length = 0
      this.navigateTo(url)
    }
    await this.idle()
    return this.data
  }

  /** As WXML does after a tap, until all work has ended. Returns the data of the page. */
  async tap(handler: string, tap?: Tap): Promise<Members> {
    this.begin(handler, tap)
    await this.idle()
    return this.data
  }

  /** Does not wait. */
  begin(handler: string, { dataset = {}, detail = {} }: Tap = {}): void {
    this.call(this.screen.page, handler, { currentTarget: { dataset }, detail })
  }

  /** Throws errors that a page did not handle. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running)
    if (this.failures.length > 0) throw this.failures[0]
  }

  /** Returns the requests that were sent meanwhile. */
  async during(work: () => Promise<unknown>): Promise<Exchange[]> {
    const from = this.exchanges.length
    await work()
    return this.exchanges.slice(from)
  }

  require(file: string): Members {
    const known = this.modules.get(file)
    if (known) return known.exports
    const module: { exports: Members } = { exports: {} }
    this.modules.set(file, module)
    const near = (name: string) => {
      const path = join(dirname(file), name)
      return this.require(path.endsWith('.js') ? path : `${path}.js`)
    }
    const wrapper = `(function (require, module, exports, wx, Page, App, getApp, setTimeout) {${readSample(file)}\n})`
    const define = (page: unknown) => {
      this.definition = page
    }
    const start = (app: unknown) => {
      this.app = app
    }
    const wait = (then: () => void, milliseconds: number) => {
      this.waits.push(milliseconds)
      return setTimeout(then, Math.min(milliseconds, longestWait))
    }
    runInThisContext(wrapper, { filename: file })(
      near,
      module,
      module.exports,
      this.wx,
      define,
      start,
      () => this.app,
      wait,
    )
    return module.exports
  }

  script(file: string, name: string): Script {
    return Script.parse(this.require(file)[name])
  }

  /** Data and methods that the script passes to `Page()`. */
  definitionOf(path: string): Page {
    this.modules.delete(`${path}.js`)
    this.require(`${path}.js`)
    return Page.parse(this.definition)
  }

  private track(result: unknown): void {
    if (!(result instanceof Promise)) return
    const done = result
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.running.delete(done))
    this.running.add(done)
  }

  private call(page: Page, name: string, ...given: unknown[]): void {
    const { success, data: handler } = Script.safeParse(page[name])
    if (!success) throw new Error(`${this.screen.path} has no ${name}`)
    this.track(handler.apply(page, given))
  }

  private open(url: string): Screen {
    const { pathname, searchParams } = new URL(url, origin)
    const path = pathname.slice(1)
    if (!sampleApp.pages.includes(path)) throw new Error(`app.json has no page ${path}`)
    const definition = this.definitionOf(path)
    const data = structuredClone(definition.data)
    const setData = (changes: Members) => {
      for (const [name, value] of Object.entries(changes)) assign(data, name, plain(value, `${path} ${name}`))
    }
    const page: Page = { ...definition, data, setData }
    const screen = { path, page }
    this.stack.push(screen)
    if (page.onLoad) this.call(page, 'onLoad', Object.fromEntries(searchParams))
    return screen
  }

  private show(): void {
    if (this.screen.page.onShow) this.call(this.screen.page, 'onShow')
  }

  private navigateTo(url: string): void {
    if (this.stack.length >= 10) throw new Error('the platform opens at most ten pages')
    this.open(url)
    this.show()
  }

  private switchTab(url: string): void {
    const path = new URL(url, origin).pathname.slice(1)
    if (!isTab(path)) throw new Error(`${path} is no tab`)
    this.stack.length = 0
    const known = this.tabs.get(path)
    if (known) this.stack.push(known)
    else this.tabs.set(path, this.open(url))
    this.show()
  }

  private answer(name: string, { success, fail }: WechatRequest, result: object): void {
    if (this.wechatFault) fail({ errMsg: `${name}:fail ${this.wechatFault}` })
    else success(result)
  }

  private readonly wx = {
    getStorageSync: (name: string) => this.storage.get(name) ?? '',
    setStorageSync: (name: string, value: unknown) => void this.storage.set(name, value),
    showToast: ({ title }: { title: string }) => void this.shown.push(title),
    setNavigationBarTitle: () => {},
    stopPullDownRefresh: () => {},
    setClipboardData: ({ data }: { data: string }) => void this.clipboard.push(data),
    chooseAddress: (given: WechatRequest) => this.answer('chooseAddress', given, this.address),
    chooseInvoiceTitle: (given: WechatRequest) => this.answer('chooseInvoiceTitle', given, this.invoiceTitle),
    downloadFile: ({ url, ...given }: WechatRequest & { url: string }) =>
      this.answer('downloadFile', given, { statusCode: this.downloadStatus, tempFilePath: url }),
    openDocument: ({ filePath }: { filePath: string }) => void this.opened.push(filePath),
    showModal: ({ content, title, success }: { content?: string; title: string; success(result: object): void }) => {
      this.shown.push(content ?? title)
      queueMicrotask(() => success({ confirm: this.reply !== false, content: this.reply }))
    },
    navigateTo: ({ url }: { url: string }) => {
      if (isTab(new URL(url, origin).pathname.slice(1))) throw new Error(`${url} is a tab`)
      this.navigateTo(url)
    },
    redirectTo: ({ url }: { url: string }) => {
      this.stack.pop()
      this.navigateTo(url)
    },
    switchTab: ({ url }: { url: string }) => this.switchTab(url),
    navigateBack: () => {
      this.stack.pop()
      this.show()
    },
    login: ({ success, fail }: { success(result: { code: unknown }): void; fail(): void }) => {
      this.logins += 1
      const { openid } = this.given
      this.track(control({ action: 'login_code', openid }).then(({ body }) => success({ code: body.code }), fail))
    },
    requestPayment: ({
      success,
      fail,
      ...parameters
    }: {
      success(result: object): void
      fail(result: object): void
    }) => {
      const action = this.payment
      this.track(
        control({ action, ...(action === 'pay' && parameters) }).then(({ body }) =>
          body.errMsg === 'requestPayment:ok' ? success(body) : fail(body),
        ),
      )
    },
    request: (request: PhoneRequest) => this.track(this.request(request)),
  }

  private async request({ url, method = 'GET', data, header = {}, success, fail }: PhoneRequest): Promise<void> {
    if (!url.startsWith(`${origin}/`)) throw new Error(`${url} is not of the shop`)
    const path = url.slice(origin.length)
    const exchange: Exchange = {
      page: this.stack.at(-1)?.path ?? '',
      method,
      path,
      headers: header,
      body: data,
      status: null,
      text: '',
    }
    this.exchanges.push(exchange)
    const planned = this.faults.findIndex(({ on }) => on === `${method} ${path.split('?')[0]}`)
    const fault = planned < 0 ? undefined : this.faults.splice(planned, 1)[0]?.fault
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 300))
    if (fault === 'offline') return fail({ errMsg: 'request:fail' })
    if (fault === 'unavailable' || fault === 'in_progress') {
      exchange.status = problems[fault].status
      return success({ statusCode: exchange.status, data: { code: fault }, header: { 'Retry-After': '2' } })
    }
    // As on the platform, a GET has no body, and a POST without data has an empty one.
    const body = method === 'GET' || data === undefined ? undefined : JSON.stringify(data)
    if (path === '/sandbox/control') {
      const { status, body: answer } = await control(data, this.given.openid)
      exchange.status = status
      return success({ statusCode: status, data: answer, header: {} })
    }
    const headers = { 'x-peer-address': '203.0.113.7', 'content-type': 'application/json', ...header }
    const response = await dispatch(new Request(url, { method, headers, ...(body !== undefined && { body }) }))
    const text = await response.text()
    if (fault === 'answer_lost') return fail({ errMsg: 'request:fail timeout' })
    exchange.status = response.status
    exchange.text = text
    const answer = text ? JSON.parse(text) : ''
    watch.addSecretsOf(answer)
    // iOS spells the header in this way.
    const written = [...response.headers].map(([name, value]) => [
      name.replace(/\b[a-z]/g, (l) => l.toUpperCase()),
      value,
    ])
    success({ statusCode: response.status, data: answer, header: Object.fromEntries(written) })
  }
}

/** Like a request to `POST /sandbox/control`. */
async function control(data: unknown, openid?: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const isLogin = typeof data === 'object' && data !== null && 'action' in data && data.action === 'login_code'
  const request = new Request(`${origin}/sandbox/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-peer-address': '127.0.0.1' },
    body: JSON.stringify(isLogin && openid ? { ...data, openid } : data),
  })
  const works: Promise<unknown>[] = []
  const answer = responseOf(await respond(controlSandbox, request, {}, (work) => works.push(work())))
  const result = { status: answer.status, body: await answer.json() }
  await Promise.all(works)
  return result
}

interface AppJson {
  pages: string[]
  tabBar: { list: { pagePath: string; text: string }[] }
}

export const sampleApp: AppJson = JSON.parse(readSample('app.json'))
const isTab = (path: string) => sampleApp.tabBar.list.some(({ pagePath }) => pagePath === path)

/** Like `setData`: JSON values only. Throws for undefined, as phones do. */
function plain(value: unknown, where: string): unknown {
  if (value === undefined) throw new Error(`setData does not take undefined: ${where}`)
  return JSON.parse(JSON.stringify(value))
}

/** `assign(data, 'items[0].wanted', 1)`. */
function assign(data: Members, path: string, value: unknown): void {
  const names = path.split(/[.[\]]+/).filter(Boolean)
  const last = names.pop() ?? ''
  let target: unknown = data
  for (const name of names) target = Reflect.get(Object(target), name)
  Reflect.set(Object(target), last, value)
}

/** Called by the WXML of the sample mini-program. */
export function sampleTexts(): Record<string, (...values: unknown[]) => string> {
  const module = { exports: {} }
  runInThisContext(`(function (module) {${readSample('utils/text.wxs')}\n})`)(module)
  return module.exports
}
