import { test as base, expect } from '@playwright/test'

interface Guard {
  /** What the console may say in this test, such as the 404 of a page that is meant to be missing. */
  expectedErrors: RegExp[]
  consoleErrors: string[]
}

/**
 * Playwright's `test`, and it fails when the page writes an error to the console, throws, or violates the content
 * security policy: `test.use({ expectedErrors: [/404/] })` names what is meant to happen.
 */
export const test = base.extend<Guard>({
  expectedErrors: [[], { option: true }],
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
