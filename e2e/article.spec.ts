import type { Locator, Page } from '@playwright/test'
import { clean } from '@/lib/kit/html/cleaner'
import { attacks } from '@/lib/server/testing/attacks'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

test.beforeEach(async ({ context, request, baseURL }) => {
  await carry(context, await adminToken(request), baseURL)
})

const drawer = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page, name: string) => drawer(page).getByRole('textbox', { name })
const versions = (page: Page) => drawer(page).getByRole('region', { name: 'Versions' }).getByRole('listitem')

/** Pastes HTML at the cursor of an editor, like a browser. */
const paste = (part: Locator, html: string) =>
  part.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

async function save(page: Page): Promise<void> {
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('an article', () => {
  // Before it is published, signed-out readers get a 404.
  test.use({ expectedErrors: [/404/] })

  test('is written, previewed, published, and goes back to an earlier version', { tag: '@core' }, async ({
    page,
    browser,
    baseURL,
  }) => {
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
    await expect(page).toHaveURL(/\?article=\d+/)
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

    await test.step('published, it is public', async () => {
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

test.describe('attacks', () => {
  // Some of them name a missing picture of the demonstration.
  test.use({ expectedErrors: [/404 .*\/demo\//] })

  test('nothing of an attack runs or loads, in the editor, in its preview, or behind a preview link', async ({
    page,
    browser,
    request,
    baseURL,
  }) => {
    const headers = { authorization: `Bearer ${await adminToken(request)}` }
    // Each is cleaned separately, because unclosed elements would contain the others. The server cleans them again.
    const content = attacks.map((attack) => `${clean(attack, [baseURL ?? '']).html}<p>after</p>`).join('')
    const line = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'
    const data = { title: line, author: line.slice(0, 32), summary: line, content }
    const created = await request.post('/cms/article', { headers, data })
    expect(created.status()).toBe(201)
    const { id }: { id: number } = await created.json()
    const link: { url: string } = await (await request.post(`/cms/article/${id}/preview`, { headers })).json()

    const stranger = await browser.newContext({ baseURL })
    const reader = await stranger.newPage()
    const happened: string[] = []
    // The pages, their assets, the pictures of the demonstration, and prefetched links.
    const own = /^\/($|admin|cms\/|article\/|_next\/|demo\/|icon|sandbox$|docs|login)/
    for (const one of [page, reader]) {
      one.on('dialog', (dialog) => {
        happened.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      one.on('pageerror', (error) => happened.push(`error: ${error}`))
      one.on('popup', (popup) => happened.push(`popup: ${popup.url()}`))
      // The browser also logs violations of the content security policy: the cleaner should have removed their cause.
      one.on('console', (message) => {
        if (message.type() === 'error' && !message.location().url.startsWith(`${baseURL}/demo/`))
          happened.push(message.text())
      })
      one.on('request', (sent) => {
        const { origin, pathname } = new URL(sent.url())
        if (origin !== baseURL || !own.test(pathname)) happened.push(sent.url())
      })
    }
    const faultsIn = (parts: Locator) =>
      parts.evaluateAll((all) =>
        all.flatMap((part) =>
          [...part.querySelectorAll('*')]
            .filter(
              (one) =>
                one.matches('script, style, iframe, object, embed, form, input, svg, math, link, meta, base') ||
                [...one.attributes].some(({ name }) => name.startsWith('on')) ||
                (one instanceof HTMLAnchorElement && !/^(https?|mailto|tel):/.test(one.protocol)) ||
                (one instanceof HTMLImageElement &&
                  one.src !== '' &&
                  !/^\/(demo|files)\//.test(new URL(one.src).pathname)),
            )
            .map((one) => one.outerHTML),
        ),
      )

    await test.step('stored ones and pasted ones, in the editor and beside it', async () => {
      await page.goto(`/admin/article?article=${id}`)
      const text = field(page, 'Content')
      await expect(text.getByText('after', { exact: true })).toHaveCount(attacks.length)
      for (const attack of attacks) await paste(text, `${attack}<p>after</p>`)
      await drawer(page).getByRole('button', { name: 'Preview on a phone', exact: true }).click()
      const preview = page.getByRole('dialog', { name: 'Preview on a phone' }).getByRole('region')
      await expect(preview.getByText('after').last()).toBeVisible()
      expect([...(await faultsIn(page.locator('.ProseMirror'))), ...(await faultsIn(preview))]).toEqual([])
    })

    await test.step('stored ones, as strangers see them', async () => {
      await reader.goto(new URL(link.url).pathname + new URL(link.url).search)
      await expect(reader.getByText('after', { exact: true })).toHaveCount(attacks.length)
      expect(await faultsIn(reader.locator('article'))).toEqual([])
    })

    expect(happened).toEqual([])
    await stranger.close()
  })
})
