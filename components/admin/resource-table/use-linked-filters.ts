'use client'

import { useSearchParams } from 'next/navigation'
import type { Option, RecordFilter } from './declaration'

/**
 * Returns a function that creates a filter by a record. On this page, users can only remove the filter: its parameter
 * is set by links from other pages. The function returns an empty list if the URL lacks the parameter. `known`: returns
 * the record with the parameter's value as an option.
 */
export function useLinkedFilters() {
  const query = useSearchParams()
  return (name: string, label: string, known: (value: string) => Option[]): RecordFilter[] => {
    const value = query.get(name)
    return value === null ? [] : [{ kind: 'record', name, label, known: known(value), search: undefined }]
  }
}
