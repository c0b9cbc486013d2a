import { createContext, useContext } from 'react'
import type { FreightCharge } from '@/db/enums'

type Values = Readonly<Record<string, unknown>>

const TemplateValues = createContext<Values>({})

/** Passes the values of the form to inputs in rows. */
export const TemplateValuesProvider = TemplateValues.Provider

export const useCharge = (): FreightCharge => (useContext(TemplateValues).charge === 'weight' ? 'weight' : 'piece')

/** In other rules and in the list without delivery; `path`: of the list to leave out. */
export function useTakenRegions(path: string): ReadonlySet<unknown> {
  const { rules, no_delivery } = useContext(TemplateValues)
  const lists: [string, unknown][] = [
    ...listOf(rules).map((rule, at): [string, unknown] => [`rules.${at}.regions`, isRule(rule) && rule.regions]),
    ['no_delivery', no_delivery],
  ]
  return new Set(lists.flatMap(([name, codes]) => (name === path ? [] : listOf(codes))))
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isRule = (value: unknown): value is { regions?: unknown } => typeof value === 'object' && value !== null
