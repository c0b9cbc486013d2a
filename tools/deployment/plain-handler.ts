/**
 * The code of a plain handler of `GET /v1/category` that uses the packages of the shop. Stored as text, because it is
 * written into the bare application as a route. Does only the work that a newly started function cannot avoid for this
 * response: checks the environment variables, and that there are no real customers; reads the settings and the
 * categories; checks the response; and logs the request.
 */
export const plainHandler = `
import { neonConfig, Pool } from '@neondatabase/serverless'
import { and, asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/neon-serverless'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { z } from 'zod'

export const dynamic = 'force-dynamic'

const Environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres/),
  NEON_PROXY: z.string(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
})

const user = pgTable('user', { id: integer(), kind: text(), sandbox: boolean() })
const config = pgTable('config', { key: text(), value: jsonb() })
const category = pgTable('category', {
  id: integer(),
  parent_id: integer(),
  name: text(),
  description: text(),
  image_url: text(),
  status: text(),
  sort_order: integer(),
})

const Category = z.object({
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  get children() {
    return z.array(Category)
  },
})

const treeOf = (rows, parent_id = null) =>
  rows
    .filter((row) => row.parent_id === parent_id)
    .map(({ status, sort_order, ...row }) => ({ ...row, children: treeOf(rows, row.id) }))

function open() {
  const { DATABASE_URL, NEON_PROXY, LOG_LEVEL } = Environment.parse(process.env)
  neonConfig.webSocketConstructor = globalThis.WebSocket ?? WebSocket
  neonConfig.wsProxy = () => NEON_PROXY
  neonConfig.useSecureWebSocket = false
  neonConfig.pipelineConnect = false
  return {
    db: drizzle(new Pool({ connectionString: DATABASE_URL })),
    log: pino({ level: LOG_LEVEL }, pino.destination({ sync: true })),
  }
}

let opened

export async function GET() {
  opened ??= open()
  const { db, log } = opened
  const isReal = and(eq(user.kind, 'customer'), eq(user.sandbox, false))
  const real = await db.select({ id: user.id }).from(user).where(isReal).limit(1)
  if (real.length > 0) return new Response(null, { status: 503 })
  const settings = await db.select().from(config)
  const rows = await db
    .select()
    .from(category)
    .where(eq(category.status, 'enabled'))
    .orderBy(asc(category.sort_order), asc(category.id))
  const answer = z.array(Category).parse(treeOf(rows))
  log.info({ path: '/v1/category', settings: settings.length }, 'request')
  return Response.json(answer)
}
`
