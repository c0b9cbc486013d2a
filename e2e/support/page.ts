import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

export interface Look {
  locale: 'en' | 'zh-CN'
  scheme: Scheme
}

/** Every page must be right in both languages; each is first seen in one of the colour schemes, and then in the other. */
export const looks: Look[] = [
  { locale: 'en', scheme: 'dark' },
  { locale: 'zh-CN', scheme: 'light' },
]

/** As a person who chose this language and whose system has this colour scheme. Before the first `goto`. */
export async function wear(page: Page, { locale, scheme }: Look, baseURL: string | undefined): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
}

/** The only rules that look at a colour. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * No violation of WCAG 2.2 A and AA that a machine can find, anywhere on the page, or within one part of it. In the
 * other colour scheme the page is the same one, painted differently: of that, only the colours are asked.
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  await expectNoViolation(page, (await reader(page, part)).withTags(tags))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await paint(page, isDark ? 'light' : 'dark')
  await expectNoViolation(page, (await reader(page, part)).withRules(rulesOfColour))
  await paint(page, isDark ? 'dark' : 'light')
}

async function paint(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

async function reader(page: Page, part: string): Promise<AxeBuilder> {
  // Half a megabyte that a page reads once; for a short page that is most of the work.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isThere ? 'true' : undefined })
  // No page of ours has a frame, which is all that the other mode is for; it hands over every node that is fine, too.
  return axe
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(part)
}

async function expectNoViolation(page: Page, axe: AxeBuilder): Promise<void> {
  await settled(page)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(found).toEqual([])
}

/** Nothing slides or fades any more: halfway, colours are mixed and what moves is nowhere. */
export async function settled(page: Page): Promise<void> {
  let moved: number
  do {
    moved = await page.evaluate(async () => {
      // A movement begins a frame after what moves has appeared.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      // What spins or pulses for ever is the state that it shows.
      const moving = document
        .getAnimations()
        .filter(
          (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
      await Promise.allSettled(moving.map(({ finished }) => finished))
      return moving.length
    })
  } while (moved > 0)
}

/** React has taken over what the server rendered: a click before that is lost. */
export async function live(part: Locator): Promise<void> {
  const isLive = () => part.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isLive).toBe(true)
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

/**
 * A page, or one part of it, on a large and on a small screen. The layout of the small one does not depend on the
 * language: one of them is checked there.
 */
export async function expectAccessibleEverywhere(page: Page, { locale }: Look, part = 'html'): Promise<void> {
  await page.setViewportSize(wide)
  await expectAccessible(page, part)
  await page.setViewportSize(narrow)
  await expectNoOverflow(page)
  if (locale === 'zh-CN') await expectAccessible(page, part)
  await page.setViewportSize(wide)
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
export async function scriptsOf(page: Page, path: string): Promise<number> {
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
  await page.goto(path, { waitUntil: 'networkidle' })
  const size = Math.round(bytes / 1024)
  process.stdout.write(`${path}: ${size} KB of scripts\n`)
  return size
}
