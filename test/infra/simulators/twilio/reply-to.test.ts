import { isGoodbye, lastReply, personaOf, replyTo } from '@ringback/simulators/twilio/callees/replies.ts';
import { describe, expect, it } from 'vitest';

const alex = personaOf('+12025550100');
const casey = personaOf('+12025550122');

describe('what a customer answers', () => {
  it.each([
    ['Hello, Ringback here. May I ask your name?', 'My name is Alex Morgan.'],
    ['What is your e-mail address?', 'My email is alex.morgan@example.com.'],
    ['How many people will come?', 'I would say 4.'],
    ['When would you like to come?', 'Tuesday, March 3rd, at 10 am would be good.'],
    ['Great. Shall we go ahead?', 'Yes, please.'],
    ['You ordered a table, right?', 'Yes, that is right.'],
    ['What is your name? And where do you live?', 'I live in Boston.'],
    ['Are you still there?', 'Yes, I am still here.'],
    ['Do you have a minute for your appointment?', 'Yes, I have a moment.'],
    ['I have noted it.', 'Hello, good to hear from you.'],
  ])('%s', (heard, reply) => {
    expect(replyTo(heard, alex, 0)).toBe(reply);
  });

  it.each([
    ['How many people is it for?', 'I would say 4. That is all, thank you. Goodbye.'],
    ['Is there anything else that I should know?', 'That is all, thank you. Goodbye.'],
    ['I have noted it.', 'That is all, thank you. Goodbye.'],
  ])('answers the last question before the goodbye: %s', (heard, reply) => {
    expect(lastReply(heard, alex)).toBe(reply);
  });

  it('depends on the last digit of the number', () => {
    expect(replyTo('Shall we go ahead?', casey, 0)).toBe('No, thank you.');
    expect(personaOf('+12025550101').turns).toBe(4);
  });

  it.each([
    ['Thank you. Goodbye!', true],
    ['Bye now.', true],
    ['That is a good buy.', false],
  ])('knows a goodbye: %s', (heard, is) => {
    expect(isGoodbye(heard)).toBe(is);
  });
});
