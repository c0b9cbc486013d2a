import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external'
import { createRequestStoreForAPI } from 'next/dist/server/async-storage/request-store'
import { createWorkStore } from 'next/dist/server/async-storage/work-store'
import { NextRequest } from 'next/server'

/** With the `headers()` and `cookies()` of `request`. */
export async function inRequest<T>(request: Request, run: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(request.url)
  const closeCallbacks: (() => void)[] = []
  const work = createWorkStore({
    page: '/testing/route',
    buildId: '',
    deploymentId: '',
    previouslyRevalidatedTags: [],
    renderOpts: {
      cacheLifeProfiles: { default: { stale: 0, revalidate: 0, expire: 0 } },
      staticPageGenerationTimeout: 0,
      cacheComponents: false,
      validationLevel: 'warning',
      experimental: {
        isRoutePPREnabled: false,
        authInterrupts: false,
        useCacheTimeout: 0,
        durableUseCacheEntries: false,
      },
      waitUntil: () => {},
      onClose: (callback) => closeCallbacks.push(callback),
      onAfterTaskError: undefined,
    },
  })
  const unit = createRequestStoreForAPI(
    new NextRequest(request.url, { headers: request.headers }),
    { pathname, search },
    { tags: [], expirationsByCacheKind: new Map() },
    undefined,
    undefined,
    undefined,
  )
  try {
    return await workAsyncStorage.run(work, () => workUnitAsyncStorage.run(unit, run))
  } finally {
    for (const callback of closeCallbacks) callback()
  }
}
