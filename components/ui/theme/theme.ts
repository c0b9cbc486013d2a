import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { Accent } from '@/lib/kit/config/accent'
import { palettes } from './accents'

/** Slightly warm, which suits photos of products. */
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

// In English pages, browsers may use Japanese glyphs for Chinese text unless Chinese families come first. Their wide
// apostrophe in Latin text on Linux is replaced by `global.css`.
const latin = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', Ubuntu, Cantarell, var(--latin-marks)`
const cjk = `'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC'`

const forgetFile = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
  currentTarget.value = ''
}

/** In style sheets, the color is `--mantine-color-accent-…`. */
export const themeIn = (accent: Accent) =>
  createTheme({
    primaryColor: 'accent',
    primaryShade: 7,
    colors: { accent: palettes[accent], gray, dark },
    black: '#22201d',
    fontFamily: `${latin}, ${cjk}, sans-serif`,
    fontFamilyMonospace: `ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', ${cjk}, monospace`,
    headings: { fontWeight: '650', textWrap: 'balance' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // A help text above the input would shift the input against its neighbor in the same row.
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      // Forgets the last file. Browsers do not report the same file again, although it may have been corrected meanwhile.
      FileButton: { defaultProps: { inputProps: { onClick: forgetFile } } },
      Switch: { defaultProps: { withThumbIndicator: false } },
      // A menu may contain only items.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // The head of a dialog is a <header>, which screen readers would announce as a second page banner.
      Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
      // The content below stays readable, because a small change refers to it.
      ModalOverlay: { defaultProps: { backgroundOpacity: 0.3 } },
      DrawerOverlay: { defaultProps: { backgroundOpacity: 0.3 } },
      Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    },
  })

/** Every color has a contrast of at least 4.5 : 1 in both schemes (WCAG 2.2, 1.4.3), unlike Mantine's defaults. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors, primaryColor }) => {
  const light: Record<string, string> = {
    '--site-line': 'var(--mantine-color-gray-2)',
    '--admin-canvas': '#f6f5f2',
    '--admin-side': 'var(--mantine-color-gray-0)',
    '--admin-edge': 'rgb(0 0 0 / 12%)',
    '--admin-panel': '#ffffff',
    '--admin-hover': 'color-mix(in srgb, var(--mantine-color-gray-3) 45%, transparent)',
    '--admin-here': `var(--mantine-color-${primaryColor}-1)`,
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
    // Each step is lighter than the one below it: canvas, frame, panel, and inputs (dark-6).
    '--admin-canvas': 'var(--mantine-color-dark-9)',
    '--admin-side': 'var(--mantine-color-dark-8)',
    '--admin-edge': 'rgb(0 0 0 / 55%)',
    '--admin-panel': 'var(--mantine-color-dark-7)',
    '--admin-hover': 'color-mix(in srgb, var(--mantine-color-dark-4) 45%, transparent)',
    '--admin-here': `color-mix(in srgb, var(--mantine-color-${primaryColor}-7) 45%, transparent)`,
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
    // The palettes differ in lightness; their darkest shade, darkened further, has enough contrast in all of them.
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
    darkScheme[`--mantine-color-${name}-light-color`] = shade(name === 'red' ? 3 : 1)
  }
  // The height of the admin's header, below which other elements stick.
  return { variables: { '--admin-header': '52px' }, light, dark: darkScheme }
}
