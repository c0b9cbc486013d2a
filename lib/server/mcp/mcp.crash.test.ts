import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/connection/client'
import { createDatabase, startPostgres, type TestPostgres } from '@/db/testing/postgres'
import { closeDatabase, setConnection } from '@/lib/kit/database'
import { newKey, newProduct, newStaff } from '@/lib/server/testing/factories'
import { endServer, startServer } from '@/lib/server/testing/server'
import { migrateDatabase } from '@/lib/server/update-database'

const codes = ['cms.product.list', 'cms.product.update']

let postgres: TestPostgres
let DATABASE_URL: string
let keys: { read: string; write: string }
let product: Awaited<ReturnType<typeof newProduct>>
beforeAll(async () => {
  postgres = await startPostgres()
  DATABASE_URL = await createDatabase(postgres.url, 'mcp')
  setConnection(await connect({ url: DATABASE_URL, data_dir: '' }))
  await migrateDatabase()
  const { id } = await newStaff(codes)
  const [read, write] = [await newKey(id, codes, { mcp: true, access: 'read' }), await newKey(id, codes, { mcp: true })]
  keys = { read: read.token, write: write.token }
  product = await newProduct({ status: 'draft' })
  await closeDatabase()
})
afterAll(() => postgres.stop())

test('an agent lists and calls the tools of a built server, and changes nothing with a key that may only read', async () => {
  const server = await startServer({ DATABASE_URL, SANDBOX: '0' })
  try {
    const connected = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), { requestInit: { headers } }),
      )
      return client
    }
    const [reader, writer] = [await connected(keys.read), await connected(keys.write)]
    const nameOf = async () => {
      const { content } = await reader.callTool({ name: 'getCmsProduct', arguments: { params: { id: product.id } } })
      return content
    }
    const rename = (name: string) => ({
      name: 'updateProduct',
      arguments: { params: { id: product.id }, body: { name } },
    })
    const before = await nameOf()
    expect((await reader.listTools()).tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(await reader.callTool(rename('By a reader'))).toMatchObject({
      isError: true,
      structuredContent: { status: 403 },
    })
    expect(await nameOf()).toEqual(before)
    expect((await writer.listTools()).tools.map(({ name }) => name)).toContain('updateProduct')
    expect((await writer.callTool(rename('By a writer'))).isError).toBeFalsy()
    expect(await nameOf()).toMatchObject([{ text: expect.stringContaining('By a writer') }])
  } finally {
    await endServer(server, 'SIGTERM')
  }
})
