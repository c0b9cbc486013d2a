import '@mantine/core/styles.layer.css'
import '@/components/ui/theme/global.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { BrandProvider } from '@/components/ui/brand'
import { ThemeProvider } from '@/components/ui/theme/provider'
import { env } from '@/lib/kit/env'
import { readBrand } from '@/lib/server/next/brand'
import { ClientMessages } from '@/lib/server/next/messages'
import { readShopSetting } from '@/lib/server/next/shop-setting'

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations('shell'), readBrand()])
  const title = { default: name, template: `%s · ${name}` }
  return env().SANDBOX ? { title, description: t('description') } : { title }
}

/** The root layout of all pages. Has no header and no menu, because the layouts of the route groups add them. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers makes every page dynamic, which the nonce requires: a prerendered page would have none.
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const [locale, accent, brand] = await Promise.all([getLocale(), readShopSetting('shop.accent'), readBrand()])
  // With the attribute, Next jumps to the top of a new page: smooth scrolling would be cut off halfway.
  return (
    <html lang={locale} data-scroll-behavior="smooth" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <ThemeProvider accent={accent} nonce={nonce}>
          <BrandProvider brand={brand}>
            <ClientMessages of={['failure']}>{children}</ClientMessages>
          </BrandProvider>
        </ThemeProvider>
      </body>
    </html>
  )
}
