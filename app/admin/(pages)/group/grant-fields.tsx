'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { usePermissionNames } from '@/components/admin/permission-names'
import type { Field } from '@/components/admin/resource-form/field'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { titleOf } from '@/lib/menu/routes'
import { codesIn, type GrantOptions, type Grants, idsIn, impliedVisibility, isFollowing } from './grants'
import classes from './group.module.css'
import { MenuChoice } from './menu-choice'
import { PermissionMatrix } from './permission-matrix'

/** Menus and elements follow the permissions until switched off. Not sent by users who may not read them. */
export function useGrantFields(record: Grants | undefined, grantOptions: GrantOptions): Field<keyof Grants>[] {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const locale = useLocale()
  const [isAutomatic, setAutomatic] = useState(() => !record || isFollowing(grantOptions, record))
  const { menus, elements } = grantOptions
  const menuNames = new Map(flattenTree(menus ?? []).map((menu) => [menu.id, titleOf(locale, menu)]))
  const elementNames = new Map(elements?.map(({ id, name }) => [id, name]))
  const visibility = { held: t('visible'), lacking: t('hidden') }
  const fields: Field<keyof Grants>[] = [
    {
      name: 'permission_codes',
      label: t('permission'),
      memberName: (code) => names.permission(String(code)),
      memberStates: { held: t('granted'), lacking: t('notGranted') },
      render: ({ value, change, disabled, error }) => (
        <>
          <PermissionMatrix
            grantOptions={grantOptions}
            granted={codesIn(grantOptions, value)}
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
      memberStates: visibility,
      render: ({ values, change, disabled }) => (
        <MenuChoice
          grantOptions={grantOptions}
          codes={codesIn(grantOptions, values.permission_codes)}
          before={record?.permission_codes ?? []}
          visibility={{ menu_ids: idsIn(values.menu_ids), element_ids: idsIn(values.element_ids) }}
          disabled={disabled}
          isAutomatic={isAutomatic}
          onAutomatic={(next) => {
            setAutomatic(next)
            if (next) change({ ...impliedVisibility(grantOptions, codesIn(grantOptions, values.permission_codes)) })
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
      memberStates: visibility,
      // Has no input of its own: the tree of menus contains the elements.
      render: () => null,
    })
  }
  return fields
}
