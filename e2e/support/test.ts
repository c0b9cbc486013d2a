import { test as base, expect } from '@playwright/test'
import { rendered } from './page'

interface Guard {
  /** Console errors that this test allows, such as the 404 of a missing page. */
  expectedErrors: RegExp[]
  consoleErrors: string[]
}

/**
 * Whether streaming has ended and React has hydrated all controls of the page. Pages without React count as hydrated.
 * Ignores aria-hidden fields, which libraries use only to measure text.
 */
const isLive = () =>
  !document.querySelector('script[src^="/_next/"]') ||
  (!document.querySelector('[hidden][id^="S:"]') &&
    [...document.querySelectorAll('button, select, input, textarea')]
      .filter((element) => element.ariaHidden !== 'true')
      .every((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))

/**
 * Playwright's `test`, with two differences. First, `page.goto` waits until React has hydrated the page, because input
 * before this time is lost. Second, a test fails when its page logs an error to the console, throws, or violates the
 * content security policy; `test.use({ expectedErrors: [/404/] })` allows expected errors.
 */
export const test = base.extend<Guard>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (javaScriptEnabled) {
        await page.waitForFunction(isLive)
        await rendered(page)
      }
      return answer
    }
    await use(page)
  },
  consoleErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      // The browser also logs violations of the content security policy as errors.
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => errors.push(`${error} (${page.url()})`))
      await use(errors)
      expect(errors.filter((line) => !expectedErrors.some((pattern) => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
