import { MantineProvider } from '@mantine/core'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import type { ComponentProps, ReactNode } from 'react'
import { AdminProvider } from '@/components/admin/frame/admin-context'
import { RefreshProvider } from '@/components/ui/refresh'
import { routerTo } from '@/components/ui/testing/browser'
import { formats } from '@/lib/kit/i18n/formats'
import { english } from '@/lib/kit/i18n/messages'

type Admin = ComponentProps<typeof AdminProvider>['admin']

interface Around {
  path?: string
  query?: string
  admin?: Partial<Admin>
  push?: (path: string) => void
  onUrl?: OnUrlUpdateFunction
}

const root: Admin = {
  user: { id: 1, name: 'Root', account: 'root', is_root: true, groups: [] },
  routes: [],
  icons: {},
  dictionaries: {},
  remembered: {},
  views: [],
  origins: [],
  version: '1.0.0',
  names: { separator: ', ', verbs: {}, modules: {} },
}

/** In English. By default, the user is root. */
export function inAdmin(children: ReactNode, { path = '/admin', query = '', admin, push, onUrl }: Around = {}) {
  return (
    <AppRouterContext value={routerTo(push)}>
      <PathnameContext value={path}>
        <SearchParamsContext value={new URLSearchParams(query)}>
          <NextIntlClientProvider
            locale="en"
            timeZone="Asia/Shanghai"
            now={new Date('2026-11-22T00:00:00Z')}
            messages={english}
            formats={formats}
          >
            <MantineProvider env="test">
              <AdminProvider admin={{ ...root, ...admin }}>
                <RefreshProvider>
                  <NuqsTestingAdapter searchParams={query} hasMemory {...(onUrl && { onUrlUpdate: onUrl })}>
                    {children}
                  </NuqsTestingAdapter>
                </RefreshProvider>
              </AdminProvider>
            </MantineProvider>
          </NextIntlClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  )
}
