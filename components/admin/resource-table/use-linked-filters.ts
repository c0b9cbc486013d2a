'use client'

import { useSearchParams } from 'next/navigation'
import type { Option, RecordFilter } from './declaration'

/**
 * Returns a function for the filters that links of other pages set by a parameter of the URL; users can only remove
 * them. `known`: the names of the record. No filter without the parameter.
 */
export function useLinkedFilters() {
  const query = useSearchParams()
  return (name: string, label: string, known: (value: string) => Option[]): RecordFilter[] => {
    const value = query.get(name)
    return value === null ? [] : [{ kind: 'record', name, label, known: known(value), search: undefined }]
  }
}
