import '@mantine/core/styles.layer.css'
import '@/components/theme/global.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ThemeProvider } from '@/components/theme/provider'
import { ClientMessages } from '@/lib/next/messages'
import { readShopSetting } from '@/lib/next/shop-setting'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell')
  return { title: { default: t('title'), template: '%s · mini-shop' }, description: t('description') }
}

/** The root layout. The frame around a page belongs to its route group. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers makes every page dynamic, which the nonce requires: a prerendered page would have none.
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const [locale, accent] = await Promise.all([getLocale(), readShopSetting('shop.accent')])
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <ThemeProvider accent={accent} nonce={nonce}>
          <ClientMessages of={['failure']}>{children}</ClientMessages>
        </ThemeProvider>
      </body>
    </html>
  )
}
