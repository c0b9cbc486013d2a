import type { APIRequestContext, Page } from '@playwright/test'
import { adminPaths } from './support/admin'
import { expectLoaded, wear } from './support/page'
import { adminToken, carry } from './support/session'
import { expect, test } from './support/test'

/** What a status of each dictionary can say in this language. */
async function readLabels(request: APIRequestContext, token: string, locale: 'en' | 'zh-CN') {
  const answer = await request.get('/cms/dict', { headers: { authorization: `Bearer ${token}` } })
  const entries: { type: string; label: string; label_en: string }[] = await answer.json()
  const labels: Record<string, string[]> = {}
  for (const { type, label, label_en } of entries) {
    labels[type] = [...(labels[type] ?? []), (locale === 'en' && label_en) || label]
  }
  return labels
}

/**
 * Lets each tag of the page say each label of its dictionary in turn, and returns those that are not seen whole: cut by
 * themselves, or by what they are in. What can be scrolled to is not cut.
 */
const cutLabels = (page: Page, labels: Record<string, string[]>) =>
  page.evaluate((labels) => {
    const isWhole = (tag: Element, label: Element) => {
      if (label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 2) return false
      const own = tag.getBoundingClientRect()
      for (let around = tag.parentElement; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if (overflowX === 'auto' || overflowX === 'scroll') return true
        if (overflowX === 'visible') continue
        const box = around.getBoundingClientRect()
        if (own.right > box.right + 1 || own.left < box.left - 1) return false
      }
      return true
    }
    const cut = new Set<string>()
    for (const tag of document.querySelectorAll('main [data-style]')) {
      const label = tag.querySelector('.mantine-Badge-label')
      if (!label || tag.getBoundingClientRect().width === 0) continue
      const shown = label.textContent ?? ''
      const type = tag.getAttribute('data-dictionary') ?? ''
      for (const text of labels[type] ?? [shown]) {
        label.textContent = text
        if (!isWhole(tag, label)) cut.add(`${type} ${text}`)
      }
      label.textContent = shown
    }
    return [...cut]
  }, labels)

for (const locale of ['en', 'zh-CN'] as const) {
  test(`no status of any list is cut, in ${locale}`, async ({ page, context, request, baseURL }) => {
    test.setTimeout(240_000)
    const token = await adminToken(request)
    await carry(context, token, baseURL)
    await wear(page, { locale, scheme: 'light' }, baseURL)
    const labels = await readLabels(request, token, locale)
    const seen = new Set<string>()
    for (const path of await adminPaths(request, token)) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        await expectLoaded(page)
        expect.soft(await cutLabels(page, labels), `${path} at ${width} px`).toEqual([])
        for (const tag of await page.locator('main [data-dictionary]').all()) {
          seen.add((await tag.getAttribute('data-dictionary')) ?? '')
        }
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['order_status', 'after_sale_status', 'product_status', 'user_status']),
    )
  })
}
