import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

export interface Look {
  locale: 'en' | 'zh-CN'
  scheme: Scheme
}

/**
 * The locales and color schemes in which pages are tested. For English, `expectAccessibleEverywhere` also runs axe in
 * the dark scheme. For Chinese, axe is not run: only word lengths differ, so the tests check that everything fits.
 */
export const looks: readonly [Look, Look] = [
  { locale: 'en', scheme: 'light' },
  { locale: 'zh-CN', scheme: 'light' },
]

/**
 * Returns the look for the test or page with this number: they have the looks by turns. In `npm run verify` each has one
 * look, and the other one in the step `other looks` of `npm run release`, which runs the tests with the tag `@looks`
 * again, and those with the tag `@look`.
 */
export const lookOf = (at: number): Look => looks[(at + (process.env.OTHER_LOOKS ? 1 : 0)) % looks.length] ?? looks[0]

/** Sets the language and color scheme. Must be called before the first `goto`. */
export async function wear(page: Page, { locale, scheme }: Look, baseURL: string | undefined): Promise<void> {
  await page.context().addCookies([{ name: 'locale', value: locale, url: baseURL ?? 'http://localhost' }])
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
}

const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The axe rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects that a page in English has no violation of WCAG 2.2 A and AA, in the part that matches the selector `part`.
 * In the other color scheme, checks only the axe rules about colors. For a page in Chinese, only expects that
 * everything fits ({@link looks}).
 */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  if (await isChinese(page)) return expectFits(page)
  await expectNoViolation(page, part)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await setScheme(page, isDark ? 'light' : 'dark')
  await expectNoViolation(page, part, colorRules)
  await setScheme(page, isDark ? 'dark' : 'light')
}

const isChinese = async (page: Page) => (await page.locator('html').getAttribute('lang'))?.startsWith('zh') ?? false

async function expectFits(page: Page): Promise<void> {
  await settled(page)
  await expectNoOverflow(page)
  await expectWholeTags(page)
}

async function setScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/**
 * Expects that the part that matches the selector `part` is visible, and that nothing on the page is still loading.
 * After opening a part, such as a drawer, pass its selector: before the part appears, the page already looks loaded.
 */
export async function expectLoaded(page: Page, part = 'html'): Promise<void> {
  await expect(page.locator(part).first()).toBeVisible()
  // Some parts are rendered when they come into view, or when the page is used.
  await page.evaluate(() => window.dispatchEvent(new Event('focusin')))
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
}

async function expectNoViolation(page: Page, part: string, rules?: string[]): Promise<void> {
  await expect(page.locator(part).first()).toBeVisible()
  // Rows are dimmed while new ones are read.
  await expect(page.locator('table[aria-busy=true], ul[aria-busy=true]')).toHaveCount(0)
  await settled(page)
  // The script has half a megabyte, so each page loads it only once.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, axeSource: isLoaded ? 'true' : undefined })
    .options({ resultTypes: ['violations'] })
    // Legacy mode is faster and sufficient, because our pages have no frames.
    .setLegacyMode()
    .include(part)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(accessibilityTags)).analyze()
  const messages = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect(messages).toEqual([])
}

/** Waits until all animations have ended, because colors and positions are not final during an animation. */
export async function settled(page: Page): Promise<void> {
  let animationCount: number
  do {
    animationCount = await page.evaluate(async () => {
      // An animation starts one frame after its element appears.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      // Endless animations, such as loaders, are ignored.
      const running = document
        .getAnimations()
        .filter(
          (animation) =>
            animation.playState === 'running' &&
            animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
      await Promise.allSettled(running.map(({ finished }) => finished))
      return running.length
    })
  } while (animationCount > 0)
}

/**
 * Waits until React has finished its work. React hydrates a page in several steps. Until the last step, React undoes
 * changes of the test to controls, such as typed text.
 */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })))
}

/** Waits until React has hydrated an element, because clicks before this time have no effect. */
export async function live(part: Locator): Promise<void> {
  const isLive = () => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isLive).toBe(true)
  await rendered(part.page())
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

/**
 * Checks a page, or the part that matches the selector, on a large and a small screen. In both languages, everything
 * must fit. In English, axe checks the large screen in the light color scheme and the small screen in the dark color
 * scheme.
 */
export async function expectAccessibleEverywhere(page: Page, part = 'html'): Promise<void> {
  const isSearched = !(await isChinese(page))
  await page.setViewportSize(wide)
  if (isSearched) await expectNoViolation(page, part)
  await expectWholeTags(page)
  await page.setViewportSize(narrow)
  await expectFits(page)
  if (isSearched) {
    await setScheme(page, 'dark')
    await expectNoViolation(page, part)
    await setScheme(page, 'light')
  }
  await page.setViewportSize(wide)
}

/** Expects that no tag, such as a status, is cut off. */
async function expectWholeTags(page: Page): Promise<void> {
  const labels = page.locator('.mantine-Badge-label, [data-style]')
  const cut = await labels.evaluateAll((all) =>
    all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
  )
  expect(cut).toEqual([])
}

/**
 * Expects that the page does not scroll sideways because of an element beyond the right edge of the window. The failure
 * lists up to five such elements.
 */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflowing = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 5)
  })
  expect(overflowing).toEqual([])
}

/** Returns the URLs of images that failed to load. Leaves out lazy images that have not started loading. */
export async function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
  )
}

/** Opens a page with an empty browser cache. Returns and prints the compressed size of its scripts in KB. */
export async function scriptsOf(page: Page, path: string): Promise<number> {
  const { kb } = await loadScripts(page, path)
  process.stdout.write(`${path}: ${kb} KB of scripts\n`)
  return kb
}

/** Opens a page with an empty browser cache. Returns the number of its scripts and their compressed size in KB. */
export async function loadScripts(page: Page, path: string): Promise<{ requests: number; kb: number }> {
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
  return { requests: scripts.size, kb: Math.round(bytes / 1024) }
}

/** Opens the input of a filter that is not set. */
export async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name, exact: true }).click()
}

/** Moves the focus by the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 presses of Tab do not reach ${target}`)
}

export async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
}
