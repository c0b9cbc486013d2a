import type { Page } from '@playwright/test'
import { attacks } from '@/lib/testing/attacks'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const drawer = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page, name: string) => drawer(page).getByRole('textbox', { name })
const versions = (page: Page) => drawer(page).getByRole('region', { name: 'Versions' }).getByRole('listitem')

async function save(page: Page): Promise<void> {
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('an article', () => {
  // What strangers see before it is published: a 404.
  test.use({ expectedErrors: [/404/] })

  test('is written, previewed, published, and goes back to an earlier version', async ({ page, browser, baseURL }) => {
    const title = `Tea ${Date.now().toString(36)}`
    const stranger = await (await browser.newContext({ baseURL })).newPage()
    const heading = stranger.getByRole('heading', { level: 1, name: title })

    await page.goto('/admin/article')
    await page.getByRole('button', { name: 'New article' }).click()
    await field(page, 'Title').fill(title)
    await field(page, 'Author').fill('Yun')
    await field(page, 'Content').fill('The first draft is about water.')
    await save(page)
    const row = page.getByRole('row', { name: title })
    await expect(row).toContainText('Draft')
    await row.getByRole('link', { name: title }).click()
    const id = new URL(page.url()).searchParams.get('article')

    await test.step('only the preview link shows it', async () => {
      await stranger.goto(`/article/${id}`)
      await expect(heading).toHaveCount(0)
      await drawer(page).getByRole('button', { name: 'Make a preview link' }).click()
      const href = await drawer(page).getByRole('link', { name: 'Open the preview' }).getAttribute('href')
      const path = new URL(href ?? '').pathname + new URL(href ?? '').search
      const answer = await stranger.goto(path)
      expect(answer?.headers()['cache-control']).toContain('private')
      expect(answer?.headers()['cache-control']).toContain('no-store')
      await expect(heading).toBeVisible()
      await expect(stranger.getByText('You are seeing a preview.')).toBeVisible()
      await expect(stranger.getByText('The first draft is about water.')).toBeVisible()
      await stranger.goto(`/article/${id}?preview=1.${'A'.repeat(43)}`)
      await expect(heading).toHaveCount(0)
    })

    await test.step('published, everybody sees it', async () => {
      await field(page, 'Content').fill('The second draft is about fire.')
      await drawer(page).getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Published' }).click()
      await save(page)
      await expect(row).toContainText('Published')
      await stranger.goto(`/article/${id}`)
      await expect(stranger.getByText('The second draft is about fire.')).toBeVisible()
      await expect(stranger.getByText('You are seeing a preview.')).toHaveCount(0)
    })

    await test.step('an earlier version is compared and restored', async () => {
      await row.getByRole('link', { name: title }).click()
      await expect(versions(page)).toHaveCount(2)
      await expect(versions(page).first()).toContainText('Current')
      await versions(page)
        .nth(1)
        .getByRole('button', { name: /^Compare/ })
        .click()
      const dialog = page.getByRole('dialog', { name: /^Version of/ })
      await expect(dialog.locator('del')).toHaveText(['first', 'water'])
      await expect(dialog.locator('ins')).toHaveText(['second', 'fire'])
      await dialog.getByRole('button', { name: 'Restore this version' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(versions(page)).toHaveCount(3)
      await stranger.goto(`/article/${id}`)
      await expect(stranger.getByText('The first draft is about water.')).toBeVisible()
    })
    await stranger.close()
  })
})

test('nothing of an attack runs or loads on the page behind a preview link', async ({ browser, request, baseURL }) => {
  test.setTimeout(180_000)
  const headers = { authorization: `Bearer ${await adminToken(request)}` }
  const data = { title: 'A title', summary: 'A summary', content: '<p>x</p>' }
  const created = await request.post('/cms/article', { headers, data })
  let { id, version }: { id: number; version: number } = await created.json()
  const link: { url: string } = await (await request.post(`/cms/article/${id}/preview`, { headers })).json()

  const stranger = await browser.newContext({ baseURL })
  const page = await stranger.newPage()
  const happened: string[] = []
  // The page, what it consists of, the pictures of the demonstration, and what its links may load in advance.
  const own = /^\/($|article\/|_next\/|demo\/|icon|sandbox$|docs|login)/
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => happened.push(`error: ${error}`))
  page.on('popup', (popup) => happened.push(`popup: ${popup.url()}`))
  // The browser also logs what the content security policy kept from running: the cleaner should have removed it.
  page.on('console', (message) => {
    // Some attacks name a picture of the demonstration that does not exist.
    if (message.type() === 'error' && !message.location().url.startsWith(`${baseURL}/demo/`))
      happened.push(message.text())
  })
  stranger.on('request', (one) => {
    const { origin, pathname } = new URL(one.url())
    if (origin !== baseURL || !own.test(pathname)) happened.push(one.url())
  })
  expect(attacks.length).toBeGreaterThanOrEqual(30)
  for (const attack of attacks) {
    const texts = { title: attack.slice(0, 100), author: attack.slice(0, 32), summary: attack.slice(0, 300) }
    // A line does not take every character; what is refused there is tried as content.
    const bodies = [texts, {}].map((more) => ({ ...more, content: `${attack}<p>after</p>`, version }))
    let status = 0
    for (const body of bodies) {
      const answer = await request.put(`/cms/article/${id}`, { headers, data: body })
      status = answer.status()
      if (status !== 200) continue
      version = (await answer.json()).version
      break
    }
    expect(status, attack).toBe(200)
    await page.goto(new URL(link.url).pathname + new URL(link.url).search)
    await expect(page.getByText('after').last(), attack).toBeVisible()
    const faults = await page
      .locator('article')
      .evaluate((part) =>
        [...part.querySelectorAll('*')]
          .filter(
            (one) =>
              one.matches('script, style, iframe, object, embed, form, input, svg, math, link, meta, base') ||
              [...one.attributes].some(({ name }) => name.startsWith('on')) ||
              (one instanceof HTMLAnchorElement && !/^(https?|mailto|tel):/.test(one.protocol)) ||
              (one instanceof HTMLImageElement && !/^\/(demo|files)\//.test(new URL(one.src).pathname)),
          )
          .map((one) => one.outerHTML),
      )
    expect([...faults, ...happened], attack).toEqual([])
  }
  await request.delete(`/cms/article/${id}`, { headers })
  await stranger.close()
})

test('what was typed and not saved is offered after the page was closed', async ({ page }) => {
  const title = `Kept ${Date.now().toString(36)}`
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft/')))
  await page.goto('/admin/article?article=new')
  await field(page, 'Title').fill(title)
  await expect.poll(keys, { timeout: 10_000 }).toHaveLength(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const offer = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await expect(offer.getByRole('row', { name: title })).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('')
  await offer.getByRole('button', { name: 'Restore them' }).click()
  await expect(field(page, 'Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(keys).toHaveLength(0)
})
