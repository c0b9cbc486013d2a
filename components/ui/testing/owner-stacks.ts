import * as React from 'react'

/*
 * Loaded before the unit tests. In development, React takes a stack trace for each element that it creates, for its
 * warnings, until 10,000 have been created within a second. With this number at its end, it takes none: a fifth of the
 * processor time of the tests of components (2026-11-29). React has no public setting for this.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
