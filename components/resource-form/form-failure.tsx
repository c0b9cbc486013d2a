'use client'

import dynamic from 'next/dynamic'
import type { Failure } from './failure-alert'

// Loaded on use, as most forms are saved without one.
const FailureAlert = dynamic(() => import('./failure-alert'), { ssr: false })

/** Why a form was not saved, if the reason concerns none of its fields. */
export function FormFailure({ failure }: { failure: Failure | undefined }) {
  return failure && <FailureAlert failure={failure} />
}
