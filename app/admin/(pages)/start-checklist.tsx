import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { Link } from '@/components/ui/link'
import type { Checklist, ChecklistKey } from '@/lib/dashboard/schema'
import classes from './start.module.css'
import { Hideable } from './start-hideable'

interface StartChecklistProps {
  checklist: z.output<typeof Checklist>
  /** The browser remembers under this name that the checklist is hidden. */
  preference: string
}

/** Finished steps are in a closed section. */
export function StartChecklist({ checklist, preference }: StartChecklistProps) {
  const t = useTranslations('dashboard.setup')
  const texts: Record<ChecklistKey, { title: string; text: string }> = {
    category: { title: t('category.title'), text: t('category.text') },
    product: { title: t('product.title'), text: t('product.text') },
    banner: { title: t('banner.title'), text: t('banner.text') },
    return_address: { title: t('return_address.title'), text: t('return_address.text') },
    colleague: { title: t('colleague.title'), text: t('colleague.text') },
    wechat: { title: t('wechat.title'), text: t('wechat.text') },
  }
  const done = checklist.filter((step) => step.done)
  return (
    <Hideable
      title={t('title')}
      note={t('progress', { done: done.length, total: checklist.length })}
      preference={preference}
      hide={t('hide')}
      hidden={t('hidden')}
    >
      <ul className={classes.steps}>
        {checklist.flatMap(({ key, done, href }) =>
          done
            ? []
            : [
                <li key={key} className={classes.step}>
                  <IconCircleDashed size={20} stroke={1.6} role="img" aria-label={t('open')} />
                  <div>
                    <Link href={href} prefetch={false}>
                      {texts[key].title}
                    </Link>
                    <span className={classes.quiet}>{texts[key].text}</span>
                  </div>
                </li>,
              ],
        )}
      </ul>
      {done.length > 0 && (
        <details className={classes.doneSteps}>
          <summary>{t('doneSteps', { count: done.length })}</summary>
          <ul>
            {done.map(({ key }) => (
              <li key={key}>
                <IconCircleCheck size={16} stroke={1.6} role="img" aria-label={t('done')} /> {texts[key].title}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Hideable>
  )
}
