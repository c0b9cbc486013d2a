import { z } from 'zod'

/*
 * The routing of the artifact's `config.json`, as in the Build Output API: routes in phases, each begun by a `handle`.
 * Covers only the parts that a build of Next uses.
 */

const Condition = z.object({
  type: z.enum(['header', 'cookie', 'query', 'host']),
  key: z.string().optional(),
  value: z.string().optional(),
})

const Route = z.object({
  handle: z.string().optional(),
  src: z.string().default(''),
  dest: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  status: z.number().optional(),
  methods: z.array(z.string()).optional(),
  has: z.array(Condition).default([]),
  missing: z.array(Condition).default([]),
  continue: z.boolean().default(false),
  check: z.boolean().default(false),
  important: z.boolean().default(false),
  caseSensitive: z.boolean().default(false),
  middlewarePath: z.string().optional(),
})

/** The parts of the artifact's `config.json` that are used here. */
export const SiteConfig = z.object({
  routes: z.array(Route),
  overrides: z
    .record(z.string(), z.object({ path: z.string().optional(), contentType: z.string().optional() }))
    .optional(),
  crons: z.array(z.object({ path: z.string() })).optional(),
})

type Route = z.output<typeof Route>

/** A request in the form in which routes are matched, with the headers of the client. */
export interface Asked {
  method: string
  /** The path of the request as it was sent, without the query. */
  path: string
  /** The query string with its question mark; empty without a query. */
  search: string
  host: string
  headers: Headers
}

/** The decision of the middleware about a request: a response, or headers to add to the response and to the request. */
export type Passed =
  | { answered: true }
  | { answered: false; headers: [string, string][]; requestHeaders: Headers | undefined }

/**
 * The result of following the routes for a request: the file or function that gives the response, and the status and
 * headers.
 */
export interface Led {
  /**
   * The path of the file or function that gives the response; undefined if there is none, or if a route or the
   * middleware gives the response.
   */
  found: string | undefined
  /** The status of the response if a route sets it, as for a redirect or an error page. */
  status: number | undefined
  /**
   * The headers that routes add to the response. Headers in `important` override the headers of a function; headers in
   * `headers` do not.
   */
  headers: Headers
  important: Headers
  /** The query string of the request, followed by the parameters that the routes have added. */
  search: string
  requestHeaders: Headers
  /** Whether the middleware has already sent the response. */
  isAnswered: boolean
}

export interface Site {
  routes: Route[]
  /** Whether the artifact has a file or function at this path. */
  has(path: string): boolean
  runMiddleware(name: string, asked: Asked): Promise<Passed>
}

/**
 * Returns the name under which the file or function at a path is stored: the decoded path, and `index` for the root.
 */
export function nameOf(path: string): string {
  try {
    return decodeURIComponent(path).replace(/^\//, '').replace(/\/$/, '') || 'index'
  } catch {
    return path.slice(1)
  }
}

/** Follows the routes of the artifact for a request, phase by phase. */
export async function follow(site: Site, asked: Asked): Promise<Led> {
  const led: Led = {
    found: undefined,
    status: undefined,
    headers: new Headers(),
    important: new Headers(),
    search: asked.search,
    requestHeaders: asked.headers,
    isAnswered: false,
  }
  let path = asked.path
  let isOver = false

  const apply = async (route: Route): Promise<void> => {
    const match = matchOf(route, path, { ...asked, headers: led.requestHeaders })
    if (!match) return
    if (route.middlewarePath) {
      // The middleware does not see redirected requests.
      if (isRedirect(led)) return
      const passed = await site.runMiddleware(route.middlewarePath, asked)
      if (passed.answered) {
        led.isAnswered = true
        isOver = true
        return
      }
      for (const [name, value] of passed.headers) {
        if (name === 'set-cookie') led.headers.append(name, value)
        else led.headers.set(name, value)
      }
      led.requestHeaders = passed.requestHeaders ?? led.requestHeaders
    }
    for (const [name, value] of Object.entries(route.headers))
      (route.important ? led.important : led.headers).set(name, filled(value, match))
    if (route.dest !== undefined) {
      const [to = '', query] = filled(route.dest, match).split('?', 2)
      path = to
      if (query) led.search = `${led.search || '?'}${led.search.length > 1 ? '&' : ''}${query}`
      if (route.check && !site.has(path)) return
    }
    if (route.status !== undefined) led.status = route.status
    if (!route.continue && (route.dest !== undefined || route.status !== undefined)) isOver = true
  }

  for (const phase of ['', 'filesystem', 'miss', 'rewrite']) {
    // Files are looked up at the beginning of the phase `filesystem`, and after every phase.
    for (const route of phaseOf(site.routes, phase)) {
      await apply(route)
      if (isOver) break
    }
    if (led.isAnswered || isRedirect(led)) return led
    if (site.has(path)) {
      led.found = path
      break
    }
    if (isOver && led.status !== undefined) break
    isOver = false
  }

  if (led.found === undefined) {
    const status = led.status ?? 404
    const page = phaseOf(site.routes, 'error').find((route) => route.status === status && matchOf(route, path, asked))
    led.status = status
    if (!page?.dest || !site.has(page.dest)) return led
    path = page.dest
    led.found = path
  }
  for (const route of phaseOf(site.routes, 'hit')) {
    const match = matchOf(route, path, asked)
    if (!match) continue
    for (const [name, value] of Object.entries(route.headers))
      (route.important ? led.important : led.headers).set(name, filled(value, match))
  }
  return led
}

const isRedirect = ({ status }: Led) => status !== undefined && status >= 300 && status < 400

/**
 * Returns the routes between `handle: phase` and the next `handle`. The empty phase has the routes before the first
 * `handle`. Empty if there is no such phase.
 */
function phaseOf(routes: Route[], phase: string): Route[] {
  const starts = phase === '' ? 0 : routes.findIndex(({ handle }) => handle === phase) + 1
  if (phase !== '' && starts === 0) return []
  const length = routes.slice(starts).findIndex(({ handle }) => handle !== undefined)
  return length === -1 ? routes.slice(starts) : routes.slice(starts, starts + length)
}

function matchOf(route: Route, path: string, asked: Asked): Record<string, string> | undefined {
  if (route.methods && !route.methods.includes(asked.method)) return undefined
  const found = patternOf(route).exec(path)
  if (!found) return undefined
  const values: Record<string, string> = {}
  for (const [at, value] of found.entries()) values[at] = value ?? ''
  Object.assign(values, found.groups)
  for (const condition of route.has) {
    const held = holds(condition, asked)
    if (!held) return undefined
    Object.assign(values, held)
  }
  return route.missing.some((condition) => holds(condition, asked)) ? undefined : values
}

const patterns = new WeakMap<Route, RegExp>()

function patternOf(route: Route): RegExp {
  const known = patterns.get(route)
  if (known) return known
  const { src } = route
  const made = new RegExp(
    `${src.startsWith('^') ? '' : '^'}${src}${src.endsWith('$') ? '' : '$'}`,
    route.caseSensitive ? '' : 'i',
  )
  patterns.set(route, made)
  return made
}

/**
 * Checks a condition of a route, such as the value of a header, cookie or query parameter. Returns the named groups of
 * the match; undefined if the request does not meet the condition.
 */
function holds(
  { type, key = '', value }: z.output<typeof Condition>,
  asked: Asked,
): Record<string, string> | undefined {
  const given = {
    header: () => asked.headers.get(key),
    query: () => new URLSearchParams(asked.search).get(key),
    host: () => asked.host,
    cookie: () => new Map(cookiesOf(asked.headers)).get(key) ?? null,
  }[type]()
  if (given === null) return undefined
  if (value === undefined) return {}
  const found = new RegExp(`^${value}$`).exec(given)
  return found ? { ...found.groups } : undefined
}

/** Returns the cookies of a request, in the order in which they were sent. */
export const cookiesOf = (headers: Headers): [string, string][] =>
  (headers.get('cookie') ?? '').split('; ').map((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return [name, rest.join('=')]
  })

/** Inserts the matched groups of a route, such as `$1` or `$name`, into its destination or header. */
const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\$(\w+)/g, (whole, name: string) => values[name] ?? (/^\d+$/.test(name) ? '' : whole))
