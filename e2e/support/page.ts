import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Look {
  locale: 'en' | 'zh-CN'
  scheme: 'light' | 'dark'
}

/** Every page must be right in each of them: both languages, both colour schemes. */
export const looks: Look[] = [
  { locale: 'en', scheme: 'dark' },
  { locale: 'zh-CN', scheme: 'light' },
]

/** As a person who chose this language and whose system has this colour scheme. Before the first `goto`. */
export async function wear(page: Page, { locale, scheme }: Look, baseURL: string | undefined): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
}

/** No violation of WCAG 2.2 A and AA that a machine can find, anywhere on the page, or within one part of it. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}

/** A page on a large and on a small screen. What is where on the small one is the same in every colour: asked once. */
export async function expectAccessibleEverywhere(page: Page, { scheme }: Look): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  if (scheme === 'light') await expectAccessible(page)
}

/** Nothing makes the page wider than its window; names what does. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 5)
  })
  expect(wide).toEqual([])
}

/** Pictures that the browser could not show; those not yet scrolled to do not count. */
export async function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  )
}

/** How many KB of scripts the browser is sent, compressed, for a page that it has never seen; said in the report. */
export async function scriptsOf(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  const size = Math.round(bytes / 1024)
  process.stdout.write(`${address}: ${size} KB of scripts\n`)
  return size
}
