'use client'

import { MantineProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Accent } from '@/lib/kit/config/accent'
import { cssVariablesResolver, themeIn } from './theme'

interface ThemeProviderProps {
  accent: Accent
  nonce: string | undefined
  children: ReactNode
}

/** The color scheme of the operating system, until the user chooses one. */
export function ThemeProvider({ accent, nonce, children }: ThemeProviderProps) {
  const theme = useMemo(() => themeIn(accent), [accent])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
