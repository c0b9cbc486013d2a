import type { MantineColorsTuple } from '@mantine/core'
import type { Accent } from '@/lib/kit/config/accent'

/** Each step has the same lightness in all palettes, and therefore the same contrast. */
export const palettes: Record<Accent, MantineColorsTuple> = {
  /** Green of old Chinese glazes. */
  jade: ['#eef7f3', '#dbece5', '#b6d8ca', '#8dc2ac', '#68ae92', '#4a9a7c', '#358567', '#266f55', '#1c5a45', '#124433'],
  cobalt: [
    '#eff5ff',
    '#dce8fa',
    '#b9d1f4',
    '#92b6ec',
    '#719fe2',
    '#5789d2',
    '#4374bc',
    '#34609f',
    '#294d82',
    '#1d3a64',
  ],
  plum: ['#faf1f9', '#f2e2f0', '#e3c3df', '#d2a2cd', '#c285bc', '#af6da9', '#995994', '#81487c', '#693a65', '#502a4d'],
  russet: [
    '#fdf2ed',
    '#f7e3d9',
    '#edc5b2',
    '#e1a587',
    '#d48862',
    '#c27045',
    '#ab5b30',
    '#914a23',
    '#763b1a',
    '#5a2b11',
  ],
}
