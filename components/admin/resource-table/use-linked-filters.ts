'use client'

import { useSearchParams } from 'next/navigation'
import type { Option, RecordFilter } from './declaration'

/**
 * Returns a function that creates a filter for a parameter that only links from other pages set. Users can only remove
 * this filter. Returns an empty list if the URL lacks the parameter. `known`: returns the name of the record with the
 * parameter's value.
 */
export function useLinkedFilters() {
  const query = useSearchParams()
  return (name: string, label: string, known: (value: string) => Option[]): RecordFilter[] => {
    const value = query.get(name)
    return value === null ? [] : [{ kind: 'record', name, label, known: known(value), search: undefined }]
  }
}
