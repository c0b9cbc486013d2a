import { luminance } from '@mantine/core'
import { expect, test } from 'vitest'
import { palettes } from './accents'

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(palettes))('%s has enough contrast on every background', (_, shades) => {
  const shade = (index: number) => shades[index] ?? ''
  // White on buttons; text on the page and on panels; both again in the dark scheme; text on a tint of its own color.
  expect(contrast('#ffffff', shade(7))).toBeGreaterThan(4.5)
  expect(contrast(shade(7), '#f3f2ee')).toBeGreaterThan(4.5)
  expect(contrast(shade(4), '#2a2825')).toBeGreaterThan(4.5)
  expect(contrast(shade(9), shade(1))).toBeGreaterThan(4.5)
})
