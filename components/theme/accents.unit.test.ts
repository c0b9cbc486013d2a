import { luminance } from '@mantine/core'
import { expect, test } from 'vitest'
import { palettes } from './accents'

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(Object.entries(palettes))('%s can be read wherever it stands', (_, shades) => {
  const shade = (index: number) => shades[index] ?? ''
  // White on buttons; words on the page and on its panels; both again in the dark; words on the tint of themselves.
  expect(contrast('#ffffff', shade(7))).toBeGreaterThan(4.5)
  expect(contrast(shade(7), '#f3f2ee')).toBeGreaterThan(4.5)
  expect(contrast(shade(4), '#2a2825')).toBeGreaterThan(4.5)
  expect(contrast(shade(9), shade(1))).toBeGreaterThan(4.5)
})
