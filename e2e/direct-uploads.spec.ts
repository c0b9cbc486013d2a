import { portBeside, seeded, startServer } from './support/other-server'
import { carry } from './support/session'
import { expect, test } from './support/test'
import { uploadSeveral } from './support/uploads'

/*
 * Uploads directly to the simulated UploadThing: with the library's client, under the content security policy of the
 * pages.
 */

test.use({ expectedErrors: [/415|ERR_/] })

test('files are uploaded directly to the storage', async ({ page, context, request, baseURL }) => {
  test.slow() // starts a server with the demonstration
  const port = portBeside(baseURL, 5)
  const env = { ...seeded, UPLOADTHING_TOKEN: 'sandbox', BASE_URL: `http://localhost:${port}` }
  const { origin, stop } = await startServer(port, env)
  try {
    const signIn = { type: 100, account: 'admin', secret: 'mini-shop-demo' }
    const { token } = await (await request.post(`${origin}/v1/token`, { data: signIn })).json()
    await carry(context, token, origin)
    const throughThisServer: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'POST' && new URL(one.url()).pathname === '/cms/file') throughThisServer.push(one.url())
    })
    await page.goto(`${origin}/admin/file`)
    await uploadSeveral(page, { method: 'PUT', url: '**/sandbox/uploadthing/ingest/**' })
    expect(throughThisServer).toEqual([])
    // The browser shows the stored picture.
    const picture = page.getByRole('list', { name: 'Files' }).locator('img').first()
    await expect(picture).toHaveAttribute('src', /\/sandbox\/uploadthing\/a\//)
    await expect
      .poll(() => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
      .toBeGreaterThan(0)
  } finally {
    await stop()
  }
})
