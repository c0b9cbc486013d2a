'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { usePermissionNames } from '@/components/permission-names'
import type { Field } from '@/components/resource-form/field'
import { flattenTree } from '@/lib/api/tree'
import { titleOf } from '@/lib/menu/routes'
import {
  codesIn,
  type GrantOptions,
  type Grants,
  hasVisibility,
  idsIn,
  impliedVisibility,
  storedGrants,
} from './grants'
import classes from './group.module.css'
import { MenuChoice } from './menu-choice'
import { PermissionMatrix } from './permission-matrix'

/**
 * The fields for the grants of a group. Menus and elements follow the permissions unless the user switches that off. For
 * a user who may not read menus or elements, these fields are omitted, so that they are not sent.
 */
export function useGrantFields(record: Grants | undefined, grantOptions: GrantOptions): Field<keyof Grants>[] {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const locale = useLocale()
  const [isAutomatic, setAutomatic] = useState(
    () => !record || hasVisibility(storedGrants(record), impliedVisibility(grantOptions, record.permission_codes)),
  )
  const { menus, elements } = grantOptions
  const menuNames = new Map(flattenTree(menus ?? []).map((menu) => [menu.id, titleOf(locale, menu)]))
  const elementNames = new Map(elements?.map(({ id, name }) => [id, name]))
  const fields: Field<keyof Grants>[] = [
    {
      name: 'permission_codes',
      label: t('permission'),
      memberName: (code) => names.point(String(code)),
      render: ({ value, change, disabled, error }) => (
        <>
          <PermissionMatrix
            grantOptions={grantOptions}
            granted={codesIn(value)}
            disabled={disabled}
            error={error}
            onChange={(permission_codes) =>
              change({ permission_codes, ...(isAutomatic && impliedVisibility(grantOptions, permission_codes)) })
            }
          />
          {!menus && <p className={classes.note}>{record ? t('menusStay') : t('menusFollow')}</p>}
        </>
      ),
    },
  ]
  if (menus) {
    fields.push({
      name: 'menu_ids',
      label: t('menu'),
      memberName: (id) => menuNames.get(Number(id)) ?? `#${id}`,
      render: ({ values, change, disabled }) => (
        <MenuChoice
          grantOptions={grantOptions}
          codes={codesIn(values.permission_codes)}
          visibility={{ menu_ids: idsIn(values.menu_ids), element_ids: idsIn(values.element_ids) }}
          disabled={disabled}
          isAutomatic={isAutomatic}
          onAutomatic={(next) => {
            setAutomatic(next)
            if (next) change({ ...impliedVisibility(grantOptions, codesIn(values.permission_codes)) })
          }}
          onChange={(shown) => change({ ...shown })}
        />
      ),
    })
  }
  if (elements) {
    fields.push({
      name: 'element_ids',
      label: t('element'),
      memberName: (id) => elementNames.get(Number(id)) ?? `#${id}`,
      // Edited within the tree of menus.
      render: () => null,
    })
  }
  return fields
}
