'use client'

import dynamic from 'next/dynamic'
import type { Identified, ResourceFormOptions } from './declaration'

const RecordHistory = dynamic(() => import('@/components/admin/history/record-history'), { ssr: false })

type FormHistoryProps<Entity extends Identified> = {
  record: Entity | undefined
  history?: ResourceFormOptions<Entity, never, never>['history']
}

/** The changes of a form's record and their authors. Nothing for a new record. */
export function FormHistory<Entity extends Identified>({ record, history }: FormHistoryProps<Entity>) {
  if (!record || !history) return null
  // Read again after every change.
  return <RecordHistory key={record.version} read={(query) => history(record.id, query)} />
}
