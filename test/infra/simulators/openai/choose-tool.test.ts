import { chooseTool } from '@ringback/simulators/openai/choose-tool.ts';
import { describe, expect, it } from 'vitest';

const text = { type: 'string' };
const tools = [
  tool('find_slots', 'Finds free appointments on a day.', { day: text }),
  tool('book_appointment', 'Books an appointment.', { day: text, time: text }),
  tool('order_rooms', 'Orders rooms of the hotel.', { count: { type: 'integer' }, view: { enum: ['garden', 'sea'] } }),
  tool('note_name', 'Writes down the name of the customer.', { name: text }),
  tool('clear_order', 'Clears the order of rooms.', {}),
];

function tool(name: string, description: string, properties: Record<string, Record<string, unknown>>) {
  return { name, description, inputSchema: { properties, required: Object.keys(properties) } };
}

describe('the tool that the stand-in chooses', () => {
  it.each([
    [['Is an appointment free on Tuesday?'], { name: 'find_slots', args: { day: 'Tuesday' } }],
    [
      ['Tuesday.', 'Please book the appointment at 10:30.'],
      { name: 'book_appointment', args: { day: 'Tuesday', time: '10:30' } },
    ],
    [['I would order two rooms, to the sea.'], { name: 'order_rooms', args: { count: 2, view: 'sea' } }],
    [['Please note my name is Ada Lovelace.'], { name: 'note_name', args: { name: 'Ada Lovelace' } }],
  ])('is by its words, with what was said: %j', (sentences, expected) => {
    expect(chooseTool(tools, sentences)).toEqual(expected);
  });

  it.each([
    [['Is an appointment free?']],
    [['Clear the order of the rooms.']],
    [['Is an appointment free on Tuesday?', 'Goodbye.']],
    [[]],
  ])('is none without its arguments, or for other words: %j', (sentences) => {
    expect(chooseTool(tools, sentences)).toBeUndefined();
  });
});
