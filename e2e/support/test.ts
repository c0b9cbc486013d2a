import { test as base, expect } from '@playwright/test'

interface Guard {
  /** What the console may say in this test, such as the 404 of a page that is meant to be missing. */
  expectedErrors: RegExp[]
  consoleErrors: string[]
}

/**
 * What was streamed stands in its place, and React has taken over everything that takes input from people; pages that are
 * not React's have nothing of it, and a field hidden from everybody is a library's, to measure text with.
 */
const isLive = () =>
  !document.querySelector('script[src^="/_next/"]') ||
  (!document.querySelector('[hidden][id^="S:"]') &&
    [...document.querySelectorAll('button, select, input, textarea')]
      .filter((one) => one.ariaHidden !== 'true')
      .every((one) => Object.keys(one).some((key) => key.startsWith('__reactProps'))))

/**
 * Playwright's `test`. A page has been gone to when it is live: what is chosen before that is lost. And a test fails when
 * its page writes an error to the console, throws, or violates the content security policy:
 * `test.use({ expectedErrors: [/404/] })` names what is meant to happen.
 */
export const test = base.extend<Guard>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, javaScriptEnabled }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const answer = await goto(url, options)
      if (javaScriptEnabled) await page.waitForFunction(isLive)
      return answer
    }
    await use(page)
  },
  consoleErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      // A violation is an error of the console, too: the browser says which directive refused what.
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(errors)
      expect(errors.filter((line) => !expectedErrors.some((one) => one.test(line)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
