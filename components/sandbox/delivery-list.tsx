import { Badge, Code, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { DeliverButton } from './deliver-button'
import classes from './sandbox.module.css'

export interface ShownDelivery {
  event_id: string
  event_type: string
  /** The trade or refund. */
  number: string
  fault: string | undefined
  attempts: number
  last_status: number | null
  last_answer: string
  age: string
  state: 'taken' | 'waiting' | 'retrying' | 'unsent' | 'ended'
  /** The time of the next attempt. */
  next: string | undefined
}

const colours = { taken: 'accent', waiting: 'blue', retrying: 'orange', unsent: 'gray', ended: 'red' } as const

export function DeliveryList({ deliveries }: { deliveries: ShownDelivery[] }) {
  const t = useTranslations('sandbox.deliveries')
  return (
    <ul className={classes.rows}>
      {deliveries.map(
        ({ event_id, event_type, number, fault, attempts, last_status, last_answer, age, state, next }) => (
          <li key={event_id} className={classes.row}>
            <Group justify="space-between" gap="xs">
              <Code>{event_type}</Code>
              <Badge variant="light" color={colours[state]}>
                {t(`states.${state}`)}
              </Badge>
            </Group>
            <Text size="sm" className={classes.number}>
              {number}
            </Text>
            <Text size="sm" c="dimmed">
              {[
                age,
                t('attempts', { count: attempts }),
                attempts > 0 && (last_status === null ? t('noAnswer') : t('answered', { status: String(last_status) })),
                next && t('next', { next }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {fault && (
              <Text size="sm" c="dimmed">
                {t('fault', { fault })}
              </Text>
            )}
            {state !== 'taken' && last_answer && <Code className={classes.answer}>{last_answer}</Code>}
            {state !== 'taken' && (
              <div>
                <DeliverButton event_id={event_id} number={number} />
              </div>
            )}
          </li>
        ),
      )}
    </ul>
  )
}
