import Scheduling
import Testing

struct FairQueueTests {
    @Test func `keys are served in turn and each in order`() {
        var queue = FairQueue<String, Int>()
        for number in 0..<4 { queue.append(number, for: "a") }
        queue.append(10, for: "b")
        queue.append(11, for: "b")
        queue.append(20, for: "c")
        #expect(queue.count == 7 && queue.count(of: "a") == 4)
        var order: [Int] = []
        while let next = queue.popFirst() { order.append(next) }
        #expect(order == [0, 10, 20, 1, 11, 2, 3])
        #expect(queue.count == 0)
    }

    @Test func `an element can be taken out and its key goes with the last`() {
        var queue = FairQueue<String, Int>()
        queue.append(1, for: "a")
        queue.append(2, for: "b")
        queue.append(3, for: "b")
        #expect(queue.removeFirst(of: "a") { $0 == 9 } == nil)
        #expect(queue.removeFirst(of: "a") { $0 == 1 } == 1)
        #expect(queue.removeFirst(of: "b") { $0 == 2 } == 2)
        #expect(queue.popFirst() == 3)
        #expect(queue.popFirst() == nil)
        queue.append(4, for: "a")
        #expect(queue.popFirst() == 4)
    }

    @Test func `elements of all keys can be taken out at once, and the others keep their turns`() {
        var queue = FairQueue<String, Int>()
        for (key, number) in [("a", 1), ("a", 2), ("b", 3), ("c", 4), ("c", 5)] { queue.append(number, for: key) }
        #expect(queue.first == 1)
        #expect(queue.extract { $0 == 1 || $0 == 3 || $0 == 5 } == [1, 3, 5])
        #expect(queue.count == 2 && queue.count(of: "b") == 0 && queue.first == 2)
        #expect(queue.extract { $0 == 9 }.isEmpty)
        queue.append(6, for: "b")
        var order: [Int] = []
        while let next = queue.popFirst() { order.append(next) }
        #expect(order == [2, 4, 6])
        #expect(queue.isEmpty && queue.first == nil)
    }

    @Test func `the next element can be taken of some keys only, and the others keep their turns`() {
        var queue = FairQueue<String, Int>()
        for (key, number) in [("a", 1), ("a", 2), ("b", 3), ("c", 4)] { queue.append(number, for: key) }
        let taken = queue.popFirst { $0 != "a" }
        #expect(taken?.element == 3 && taken?.key == "b")
        #expect(queue.popFirst { $0 == "b" } == nil)
        #expect(queue.count == 3)
        var order: [Int] = []
        while let next = queue.popFirst() { order.append(next) }
        #expect(order == [1, 4, 2])
    }
}
