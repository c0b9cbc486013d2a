import { randomBytes } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './test'

/** Returns a PNG file of noise, which cannot be compressed: about three bytes per pixel. */
export async function pngOf(name: string, width: number, height = width) {
  const raw = randomBytes(width * height * 3)
  return {
    name,
    mimeType: 'image/png',
    buffer: await sharp(raw, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  }
}

/** Returns the entry of a file in the list of uploads. */
export const uploadItem = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })

/** Chooses files in the open upload drawer. */
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.getByRole('dialog').last().locator('input[type=file]').setInputFiles(files)

/** Whether a request contains a file with this name. */
const carries = (request: Request, name: string) => request.postDataBuffer()?.includes(name) ?? false

/**
 * Uploads files on the page `/admin/file`: one of 3 MB, then five at once. Of the five, one is canceled, one is
 * refused, and one is interrupted and repeated. `sent`: method and URL of the requests that upload a file.
 */
export async function uploadSeveral(page: Page, sent: { method: string; url: string }): Promise<void> {
  const mark = randomBytes(4).toString('hex')
  const upload = page.getByRole('dialog', { name: 'Upload files' })
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await expect(upload.getByText(/JPEG, PNG, WEBP/)).toBeVisible()

  await test.step('3 MB, with a text', async () => {
    const large = await pngOf(`large-${mark}.png`, 1_024)
    expect(large.buffer.length).toBeGreaterThan(3_000_000)
    await choose(page, [large])
    const item = uploadItem(page, large.name)
    await expect(item.getByText('Uploaded', { exact: true })).toBeVisible({ timeout: 30_000 })
    const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
    await item.getByRole('textbox', { name: 'What does it show?' }).fill('Noise')
    await page.keyboard.press('Enter')
    expect((await saved).status()).toBe(200)
    await expect(item.getByText('Saved')).toBeVisible()
  })

  await test.step('five at once: three are sent at a time, one is canceled, one refused, one interrupted', async () => {
    let sending = 0
    let most = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let hasFailed = false
    await page.route(sent.url, async (route) => {
      if (route.request().method() !== sent.method) return route.fallback()
      sending += 1
      most = Math.max(most, sending)
      await held
      sending -= 1
      if (carries(route.request(), `interrupted-${mark}`) && !hasFailed) {
        hasFailed = true
        return route.abort('connectionreset')
      }
      await route.continue().catch(() => undefined)
    })
    const names = ['canceled', 'interrupted', 'fine', 'later'].map((name) => `${name}-${mark}.png`)
    const pictures = await Promise.all(names.map((name) => pngOf(name, 60)))
    const wrong = { name: `wrong-${mark}.png`, mimeType: 'image/png', buffer: Buffer.from(`<svg>${mark}</svg>`) }
    await choose(page, [...pictures, wrong])
    await expect.poll(() => sending).toBe(3)
    // The page shows the cancellation before the browser has ended the request, which could still be sent.
    const ended = page.waitForEvent('requestfailed', (one) => carries(one, `canceled-${mark}`))
    await page.getByRole('button', { name: `Cancel the upload of canceled-${mark}.png` }).click()
    await expect(uploadItem(page, `canceled-${mark}`).getByText('Canceled', { exact: true })).toBeVisible()
    await ended
    release()
    await expect(uploadItem(page, `fine-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
    await expect(uploadItem(page, `later-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
    await expect(uploadItem(page, `wrong-${mark}`).getByText('The file is damaged or not a picture.')).toBeVisible()
    await expect(
      uploadItem(page, `interrupted-${mark}`).getByText(/could not be reached|did not answer|provider/),
    ).toBeVisible()
    // Including the canceled one, whose slot another took.
    expect(most).toBeLessThanOrEqual(4)
    await page.getByRole('button', { name: `Upload interrupted-${mark}.png again` }).click()
    await expect(uploadItem(page, `interrupted-${mark}`).getByText('Uploaded', { exact: true })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await expect(page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').first()).toContainText(
    `wrong-${mark}`,
  )
  await upload.getByRole('button', { name: 'Close' }).last().click()
  // Failed uploads stay visible.
  await expect(page.getByText('4 uploaded, 1 failed')).toBeVisible()
  const listed = page.getByRole('list', { name: 'Files' })
  for (const name of ['large', 'fine', 'later', 'interrupted'])
    await expect(listed.getByRole('link', { name: `${name}-${mark}.png` })).toBeVisible()
  await expect(listed.getByRole('link', { name: `canceled-${mark}.png` })).toHaveCount(0)
}
