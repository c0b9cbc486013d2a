import { MantineProvider } from '@mantine/core'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { english } from '@/lib/kit/i18n/messages'
import { routerTo } from './browser'

interface ShownProps {
  children: ReactNode
  path?: string
  search?: string
  router?: ReturnType<typeof routerTo>
}

const formats = { number: { price: { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' } } } as const

export function Shown({ children, path = '/', search = '', router = routerTo() }: ShownProps) {
  return (
    <AppRouterContext value={router}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams(search)}>
          <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={english} formats={formats}>
            <MantineProvider env="test">{children}</MantineProvider>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  )
}
