import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, Switch } from '@mantine/core'
import type { Accent } from '@/lib/config/accent'
import { palettes } from './accents'

/** Neutrals with a little warmth, so that pictures of real things look at home on them. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ee',
  '#e8e6e1',
  '#dad7d0',
  '#c5c1b9',
  '#a19c93',
  '#78736b',
  '#5d5952',
  '#3b3834',
  '#22201d',
]

const dark: MantineColorsTuple = [
  '#dcd9d3',
  '#bdb9b2',
  '#a5a19a',
  '#75716a',
  '#484540',
  '#383531',
  '#2a2825',
  '#1d1c1a',
  '#161513',
  '#0f0e0d',
]

// Nothing is fetched. The Chinese families come before the generic one: left to itself, a browser in an English page
// may draw Chinese text with Japanese shapes.
const cjk = `'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC'`

/** What stands out has the shop's own colour, `accent` in every style sheet. */
export const themeIn = (accent: Accent) =>
  createTheme({
    primaryColor: 'accent',
    primaryShade: 7,
    colors: { accent: palettes[accent], gray, dark },
    black: '#22201d',
    fontFamily: `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, ${cjk}, sans-serif`,
    fontFamilyMonospace: `ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', ${cjk}, monospace`,
    headings: { fontWeight: '650', textWrap: 'balance' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
      // The head of a dialog is a <header>, which counts as a second banner of the page.
      Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
      Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    },
  })

/**
 * Contrast of at least 4.5 : 1 for every colour in both schemes (WCAG 2.2, 1.4.3), which Mantine's own choices miss:
 * white text on yellow, grey help texts, red error messages. And some names of our own, for style sheets.
 */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors, primaryColor }) => {
  const light: Record<string, string> = {
    '--site-line': 'var(--mantine-color-gray-2)',
    '--office-canvas': '#f6f5f2',
    '--office-side': 'var(--mantine-color-gray-0)',
    '--office-panel': '#ffffff',
    '--office-hover': 'color-mix(in srgb, var(--mantine-color-gray-3) 45%, transparent)',
    '--office-here': `var(--mantine-color-${primaryColor}-1)`,
    '--site-surface': 'var(--mantine-color-gray-1)',
    '--site-focus': `var(--mantine-color-${primaryColor}-7)`,
    '--mantine-color-body': '#fdfcfa',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-success': `var(--mantine-color-${primaryColor}-7)`,
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
  }
  const darkScheme: Record<string, string> = {
    '--site-line': 'var(--mantine-color-dark-5)',
    '--office-canvas': 'var(--mantine-color-dark-8)',
    '--office-side': 'var(--mantine-color-dark-7)',
    '--office-panel': 'var(--mantine-color-dark-7)',
    '--office-hover': 'color-mix(in srgb, var(--mantine-color-dark-4) 45%, transparent)',
    '--office-here': `color-mix(in srgb, var(--mantine-color-${primaryColor}-7) 45%, transparent)`,
    '--site-surface': 'var(--mantine-color-dark-6)',
    '--site-focus': `var(--mantine-color-${primaryColor}-4)`,
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': `var(--mantine-color-${primaryColor}-4)`,
  }
  for (const name of Object.keys(colors)) {
    if (name === 'dark') continue
    const shade = (index: number) => `var(--mantine-color-${name}-${index})`
    // The hues of the palette differ in lightness; their darkest shade, darkened, is dark enough in all of them.
    const strong = name === primaryColor || name === 'gray' ? shade(7) : `color-mix(in srgb, ${shade(9)} 76%, black)`
    for (const scheme of [light, darkScheme]) {
      scheme[`--mantine-color-${name}-filled`] = strong
      scheme[`--mantine-color-${name}-filled-hover`] = `color-mix(in srgb, ${strong} 88%, black)`
    }
    light[`--mantine-color-${name}-text`] = strong
    light[`--mantine-color-${name}-outline`] = strong
    light[`--mantine-color-${name}-light-color`] = `color-mix(in srgb, ${shade(9)} 70%, black)`
    darkScheme[`--mantine-color-${name}-text`] = shade(4)
    darkScheme[`--mantine-color-${name}-outline`] = shade(4)
    darkScheme[`--mantine-color-${name}-light-color`] = shade(1)
  }
  return { variables: {}, light, dark: darkScheme }
}
