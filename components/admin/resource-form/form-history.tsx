'use client'

import dynamic from 'next/dynamic'
import type { Identified, ResourceFormOptions } from './declaration'
import type { FormState } from './use-resource-form'

const RecordHistory = dynamic(() => import('@/components/admin/history/record-history'), { ssr: false })

type FormHistoryProps<Entity extends Identified> = {
  record: Entity | undefined
  history?: ResourceFormOptions<Entity, never, never>['history']
  /** Receives former values. */
  form?: FormState
}

/** Renders nothing for a new record. */
export function FormHistory<Entity extends Identified>({ record, history, form }: FormHistoryProps<Entity>) {
  if (!record || !history) return null
  // Read again after every change.
  return (
    <RecordHistory
      key={record.version}
      read={(query) => history(record.id, query)}
      {...(form && { restoringOf: form.restoringOf })}
    />
  )
}
