'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useFileSize } from '@/components/admin/file/use-file-size'
import { asList } from '@/lib/kit/i18n/as-list'
import type { BundleFault, BundleFaultCode } from './bundle'
import classes from './import.module.css'
import { bundleLimits } from './read-bundle'

/** In the message about a fault. */
const namedFiles = 5

export default function BundleFaults({ faults, max_picture }: { faults: readonly BundleFault[]; max_picture: number }) {
  const t = useTranslations('import.bundle')
  const format = useFormatter()
  const sizeOf = useFileSize()
  const { max_pictures, max_spreadsheet, max_total } = bundleLimits
  const texts: Record<BundleFaultCode, () => string> = {
    forbidden: () => t('forbidden'),
    encrypted: () => t('encrypted'),
    unsupported: () => t('unsupported'),
    damaged: () => t('damaged'),
    archive_alone: () => t('archive_alone'),
    other_files: () => t('other_files'),
    no_spreadsheet: () => t('no_spreadsheet'),
    several_spreadsheets: () => t('several_spreadsheets'),
    old_excel: () => t('old_excel'),
    spreadsheet_too_big: () => t('spreadsheet_too_big', { size: sizeOf(max_spreadsheet) }),
    no_pictures: () => t('no_pictures'),
    too_many_pictures: () => t('too_many_pictures', { count: max_pictures }),
    empty_pictures: () => t('empty_pictures'),
    pictures_too_big: () => t('pictures_too_big', { size: sizeOf(max_picture) }),
    repeated_names: () => t('repeated_names'),
    names_too_long: () => t('names_too_long'),
    too_big: () => t('too_big', { size: sizeOf(max_total) }),
  }
  const namesOf = (names: readonly string[]) => {
    const more = names.length - namedFiles
    const listed = format.list(names.slice(0, namedFiles), asList)
    return more > 0 ? t('more', { names: listed, count: more }) : listed
  }
  return (
    <ul className={classes.faults}>
      {faults.map(({ code, names }) => (
        <li key={code}>
          {texts[code]()} {names.length > 0 && <b>{namesOf(names)}</b>}
        </li>
      ))}
    </ul>
  )
}
